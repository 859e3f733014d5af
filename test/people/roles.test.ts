import { beforeAll, describe, expect, test } from "bun:test"
import { type MemberRole, memberRoles } from "../../src/contract/member-roles.ts"
import { missingGrants } from "../../src/core/held-grants.ts"
import { grantsOfRole } from "../../src/core/member-grants.ts"
import { keyOperations } from "../../src/operations/index.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { serveWorld } from "../harness/serve-world.ts"
import { exampleIn } from "../harness/world.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { watchStorage } from "../storage/watch-storage.ts"
import { addPerson, type Person } from "./person.ts"
import { weakestRole } from "./role-table.ts"

/** Each role and each operation: allowed or refused, from one table. */

const cases = keyOperations.flatMap((operation) =>
  memberRoles.map((role) => [role, operation.name, operation] as const),
)

test("the table has every operation that takes keys, and no other", () => {
  expect(Object.keys(weakestRole).sort()).toEqual(keyOperations.map(({ name }) => name))
})

test("a role holds everything that a weaker role holds, and more", () => {
  const grants = memberRoles.map(grantsOfRole)
  for (const [index, weaker] of grants.slice(0, -1).entries()) {
    const stronger = grants[index + 1] ?? []
    expect(missingGrants(stronger, weaker)).toEqual([])
    expect(missingGrants(weaker, stronger)).not.toEqual([])
  }
})

test("a viewer cannot read a secret", () => {
  expect(grantsOfRole("viewer").filter((grant) => !/\.read_/.test(grant))).toEqual([])
})

describe("in a workspace", () => {
  // Its clock stands still: once a minute, a call would store that the session is in use.
  const server = serveKeyward({ engine: "sqlite", clock: { now: Date.now() } })
  const world = serveWorld(server, { hasPeople: true })
  const people = new Map<MemberRole, Person>()
  const unchanged = watchStorage(server)
  beforeAll(async () => {
    for (const role of memberRoles) people.set(role, await addPerson(server, { ...world, role }))
  })

  const callAs = (role: MemberRole, name: string, body: unknown) => {
    const session = { cookie: people.get(role)?.cookie ?? "", workspace: world.workspaceId }
    return server.call(name, body, { session })
  }

  test.each(cases)("the role %s and %s", async (role, name, operation) => {
    const weakest = weakestRole[name] ?? "nobody"
    const isAllowed = weakest !== "nobody" && memberRoles.indexOf(role) >= memberRoles.indexOf(weakest)
    const nonsense = outcomeOf(await callAs(role, name, { nonsense: true }))
    if (isAllowed) return expect(nonsense).toBe("400 application/invalid_input")
    expect(nonsense).toBe("403 authorization/insufficient_permissions")
    await unchanged(async () => {
      const reply = await callAs(role, name, exampleIn(world, operation))
      expect(outcomeOf(reply)).toBe("403 authorization/insufficient_permissions")
    })
  })
})
