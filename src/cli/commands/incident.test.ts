import { beforeAll, describe, expect, test } from "bun:test"
import { runHere } from "../../../test/cli/cli.ts"
import { failure } from "../../../test/cli/failure.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { until } from "../../../test/harness/until.ts"
import { scenes } from "../../../test/incident/scenes.ts"
import { addPerson, inBrowser, signIn } from "../../../test/people/person.ts"
import { incidentText, shownIncident } from "./incident-text.ts"

const minute = 60_000

test.each(["hour", "day"])("a first refusal that is known by the %s only has no known cause", async (interval) => {
  const refusals = [{ code: "DISABLED", count: 2, firstAt: 0, lastAt: minute, keys: [], fixes: [] }]
  const options = { subject: "user_1", given: new Map(), output: { paint: (_: unknown, text: string) => text }, now: 0 }
  const textOf = (counted: string) =>
    incidentText(shownIncident.parse({ interval: counted, refusals, changes: [] }), options)
  expect(await textOf(interval)).toContain(`known by the ${interval} only`)
  expect(await textOf("minute")).toContain("none on record: no change came within five minutes")
})

describe("keyward incident", () => {
  const clock = { now: Date.now() }
  const server = serveKeyward({ engine: "sqlite", clock })
  const env = () => ({ KEYWARD_URL: server.url, KEYWARD_KEY: server.rootKey })
  const incident = (...args: readonly string[]) => runHere(["incident", ...args], { env: env() })
  const scene = scenes["a plan loses a permission"]
  let played: Awaited<ReturnType<NonNullable<typeof scene>>>
  let planId: string

  beforeAll(async () => {
    const now = Date.now()
    clock.now = now - 30 * minute
    if (scene === undefined) throw new Error("The scene is missing.")
    played = await scene({ ok: (operation, body) => server.ok(operation, body), name: "Initech", now })
    const grace = await addPerson(server, { ...server, role: "admin" })
    const { key } = await server.ok("keys.createKey", { apiId: await apiOf(played.keyId), externalId: "Other" })
    planId = (await server.ok("plans.getPlan", { plan: "Initech" })).id
    await server.ok("identities.updateIdentity", { identity: "Other", plan: planId })
    clock.now = now - 10 * minute
    const session = inBrowser(await signIn(server, grace), server.workspaceId)
    await server.ok("plans.updatePlan", { plan: planId, permissions: ["a.b"] }, session)
    clock.now = now - 9 * minute
    await server.ok("keys.verifyKey", played.call)
    await server.ok("keys.verifyKey", { ...played.call, key })
    clock.now = now
    await until(async () => (await server.ok("usage.listVerifications", {})).length === 2)
    await until(async () => {
      return (await server.ok("usage.getVerifications", { from: now - 60 * minute, interval: "total" })).total === 2
    })
  })

  const apiOf = async (keyId: string) => String((await server.ok("keys.getKey", { keyId })).apiId)
  /** A shell splits the line into arguments. */
  const paste = async (line: string) => {
    const { stdout } = Bun.spawnSync(["sh", "-uc", line.replace(/^ *keyward/, "printf '%s\\0'")])
    return runHere(stdout.toString().split("\0").slice(0, -1), { env: env() })
  }

  test("shows since when, the cause by name, whom else it touched, and commands that end it when pasted", async () => {
    const { code, stdout, stderr } = await incident("Initech", "--since", "1h")
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(/^INSUFFICIENT_PERMISSIONS {2}1 refusal 20\d\d-[-\dT:]+Z \(\d+ minutes ago\)\n/)
    expect(stdout).toMatch(
      /Cause +Grace changed permissions of the plan Initech, 20\d\d-[-\dT:]+Z \(\d+ minutes\n? *ago\)\n/,
    )
    expect(stdout).toContain('- permissions ["reports.read"]\n')
    expect(stdout).toMatch(/Also refused +1 other key of 1 other customer\n/)
    expect(stdout).toMatch(
      /Keys +Initech {2}key_\w+ {2}1 refusal {2}now still INSUFFICIENT_PERMISSIONS:\n +The key does/,
    )
    const commands = stdout.split("\n").filter((line) => /^ {4}keyward /.test(line))
    expect(commands).toHaveLength(2)
    expect(commands[0]).toContain(`keyward plans update ${planId} --permissions`)
    expect(stdout).toContain(
      "Take the change back. Lets in: only calls of every customer of the plan that were accepted before",
    )
    // A change of a plan asks at a terminal, because it applies to all its customers.
    expect(await paste(`${commands[0]} --yes`)).toMatchObject({ code: 0 })
    expect((await server.ok("keys.verifyKey", played.call)).code).toBe("VALID")
    const after = await incident(played.keyId, "--since", "1h")
    expect(after.stdout).toContain("now the same call would be accepted")
    expect(after.stdout).not.toContain("To fix:")
  })

  test("says when nothing was refused, and what is wrong with its arguments", async () => {
    const { identityId } = await server.ok("identities.createIdentity", { externalId: "quiet" })
    expect(await incident(identityId)).toMatchObject({ code: 0, stderr: "" })
    expect((await incident(identityId)).stdout).toBe(`${identityId} was not refused in this time.\n`)
    expect((await incident("quiet", "--until", "1h")).stdout).toBe("quiet was not refused in this time.\n")
    expect(JSON.parse((await incident("quiet", "--json")).stdout)).toMatchObject({ refusals: [] })
    expect(await incident()).toEqual(failure(2, "Name a customer by its id or external id, or a key by its id"))
    expect(await incident("quiet", "more")).toEqual(failure(2, 'Unexpected argument "more".'))
    expect(await incident("quiet", "--since", "1h", "--until", "2h")).toEqual(
      failure(2, "--since must be before --until."),
    )
    expect(await incident("quiet", "--until", "soon")).toEqual(failure(2, "--until must be a duration such as 1h"))
    expect(await incident("nobody")).toEqual(failure(3, "data/identity_not_found"))
  })
})
