import { describe, expect, test } from "bun:test"
import { allGrants } from "../../src/contract/grant-table.ts"
import { isGrant } from "../../src/core/grants.ts"
import { grantsOfRole } from "../../src/core/member-grants.ts"
import { operations as all, keyOperations } from "../../src/operations/index.ts"
import type { Operation } from "../../src/operations/operation.ts"
import { withEncryption } from "../harness/fixtures.ts"
import type { Reply } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { serveWorld } from "../harness/serve-world.ts"
import { createWorld, exampleIn, furnishingFor, type World } from "../harness/world.ts"
import { type Body, bodyWith, conditionalRequests } from "../requests/conditional-requests.ts"
import { outcomeOf } from "../requests/outcome.ts"

/** Made from the list of operations: what each one declares is what it needs, no less and no more. */

/** Requests that need nothing of `mayNeed`, where the example of the operation does. */
const plainBodies: Readonly<Record<string, (world: World) => Body>> = {
  "identities.deleteIdentity": () => ({ keys: "keep" }),
  "keys.addPermissions": () => ({ permissions: ["documents.read"] }),
  "keys.createKey": () => ({ permissions: [] }),
  "keys.createKeys": () => ({ keys: [{ permissions: [], roles: [] }] }),
  "keys.listKeys": ({ apiId }) => ({ apiId }),
  "keys.rerollKey": ({ plainKeyId }) => ({ keyId: plainKeyId }),
  "keys.rotateKey": ({ plainKeyId }) => ({ keyId: plainKeyId }),
  "permissions.createRole": () => ({ permissions: [] }),
  "plans.createPlan": () => ({ permissions: [] }),
  "portal.updatePortal": () => ({ enabled: false, name: undefined, maxKeys: undefined }),
  "ratelimit.multiLimit": () => [{ namespace: "email", identifier: "user_1234", limit: 10, duration: 60_000 }],
  "workspaces.disableWorkspace": () => ({ reason: "owner_request" }),
  "workspaces.updateWorkspace": () => ({ name: "Renamed", limits: undefined }),
}

/** What these give to a root key or member, or what a member has, which the caller has to hold too. */
const delegated: Readonly<Record<string, readonly string[]>> = {
  "members.inviteMember": grantsOfRole("developer"),
  "members.removeMember": grantsOfRole("developer"),
  "members.revokeInvitation": grantsOfRole("developer"),
  "members.updateMember": grantsOfRole("admin"),
  "rootKeys.createKey": ["api.*.create_key", "api.*.read_key"],
  "rootKeys.createRootKey": ["api.*.create_key", "api.*.read_key"],
  "rootKeys.rerollKey": ["event.*.read_event"],
  "rootKeys.rerollRootKey": ["event.*.read_event"],
  "rootKeys.updateRootKey": ["api.*.verify_key", "api.*.read_key"],
}

const operations = [...keyOperations, ...all.filter(({ kind }) => kind === "stream")]
const forRootKeys = operations.filter(({ callers = ["root_key"] }) => callers.includes("root_key"))
const withNeeds = forRootKeys.filter(({ needs }) => needs.length > 0)
/** Their permission can be given for one object. That of the others is the same for one and for every object. */
const withObjects = withNeeds.filter(({ needs }) => needs.some((need) => need.includes("{")))
const needCases = withNeeds.flatMap((operation) =>
  operation.needs.map((need) => [operation.name, need, operation] as const),
)
const conditionalCases = forRootKeys.flatMap((operation) =>
  (conditionalRequests[operation.name] ?? []).map(
    (request) => [operation.name, request.needs.join(", "), operation, request] as const,
  ),
)

test("every permission of mayNeed has a request that needs it", () => {
  for (const { name, mayNeed = [] } of operations) {
    const covered = new Set((conditionalRequests[name] ?? []).flatMap(({ needs }) => needs))
    expect([name, ...covered].sort()).toEqual([name, ...mayNeed].sort())
  }
})

describe("what is declared", () => {
  const server = serveKeyward({ engine: "sqlite", environment: withEncryption() })
  const shared = serveWorld(server, { isRecoverable: true, hasPlainKey: true, hasPeople: true })

  describe.each([
    ["for this object", withNeeds, (world: World) => idsOf(world)],
    ["for every object", withObjects, () => ({})],
  ] as const)("a root key with exactly what is declared, %s", (_which, declaring, ids) => {
    test.each(declaring.map((operation) => [operation.name, operation] as const))(
      "may call %s",
      async (name, operation) => {
        const world = await worldFor(operation)
        const needs = operation.needs.map((need) => filled(need, ids(world)))
        await expectAllowed(operation, plainBody(world, operation), [...needs, ...(delegated[name] ?? [])], world)
      },
    )
  })

  test.each(needCases)(
    "%s is refused to a root key with everything but %s, and changes nothing",
    async (_name, need, operation) => {
      const reply = await refusedCall(operation, plainBody(shared, operation), everythingBut(need))
      if (operation.name === "keys.verifyKey") expect(reply.body.data).toEqual({ valid: false, code: "NOT_FOUND" })
      else if (operation.name === "credits.commit") expect(reply.status).toBe(404)
      else expectLacking(reply, need)
    },
  )

  test.each(conditionalCases)("some requests to %s need %s", async (_name, _needs, operation, request) => {
    const body = (world: World) => bodyWith(exampleIn(world, operation), request.body(world))
    for (const need of request.needs) {
      const reply = await refusedCall(operation, body(shared), everythingBut(need))
      if (operation.name === "portal.createSession") expect(outcomeOf(reply)).toBe("404 data/identity_not_found")
      else expectLacking(reply, need)
    }
    const world = await worldFor(operation)
    const needs = [...operation.needs, ...request.needs].map((need) => filled(need, idsOf(world)))
    await expectAllowed(operation, body(world), [...needs, ...(delegated[operation.name] ?? [])], world)
  })

  /** What changes nothing needs no world of its own. */
  async function worldFor(operation: Operation): Promise<World> {
    return operation.kind === "query"
      ? shared
      : createWorld(server, { isRecoverable: true, hasPlainKey: true, ...furnishingFor(operation) })
  }

  async function expectAllowed(operation: Operation, body: unknown, permissions: readonly string[], world: World) {
    const key = await server.createRootKey(permissions, world)
    const reply = await server.call(operation.name, body, { key })
    expect(reply.body?.error).toBeUndefined()
    expect(reply.status).toBe(200)
    if (operation.name === "keys.verifyKey") expect(reply.body.data.code).toBe("VALID")
  }

  async function refusedCall(operation: Operation, body: unknown, permissions: readonly string[]): Promise<Reply> {
    const key = await server.createRootKey(permissions, shared)
    const before = await lastEventOf(shared)
    const reply = await server.call(operation.name, body, { key })
    expect(await lastEventOf(shared)).toBe(before)
    return reply
  }

  function expectLacking(reply: Reply, need: string): void {
    expect(reply.status).toBe(403)
    expect(reply.body.error.type).toEndWith("/authorization/insufficient_permissions")
    expect(reply.body.error.detail).toBe(`The presented key lacks the permission \`${filled(need, idsOf(shared))}\`.`)
  }

  async function lastEventOf({ workspaceId }: World): Promise<string | undefined> {
    const [last] = await server.events({ workspaceId, limit: 1 })
    return last?.eventId
  }
})

function plainBody(world: World, operation: Operation): unknown {
  return bodyWith(exampleIn(world, operation), plainBodies[operation.name]?.(world) ?? {})
}

function idsOf({ apiId, identityId, namespaceId }: World): Readonly<Record<string, string>> {
  return { apiId, identityId, namespaceId }
}

function filled(need: string, ids: Readonly<Record<string, string>>): string {
  return need.replace(/\{([^}]*)\}/, (_whole, field: string) => ids[field] ?? "*")
}

/** And the same for another object, where the permission can be given for one. */
function everythingBut(need: string): readonly string[] {
  const others = allGrants.filter((permission) => permission !== filled(need, {}))
  const elsewhere = otherObjects.map((id) => need.replace(/\{[^}]*\}|\*/, id)).filter(isGrant)
  return [...others, ...elsewhere]
}

const otherObjects = ["api", "id", "rlns"].map((prefix) => `${prefix}_1CAiZx1YPnJZtcPxTdBGPS`)
