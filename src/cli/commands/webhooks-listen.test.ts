import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { statSync } from "node:fs"
import { join } from "node:path"
import { findFreePort } from "../../../scripts/test/service.ts"
import { verifyWebhook } from "../../../sdk/src/verify-webhook.ts"
import { runHere, startCli } from "../../../test/cli/cli.ts"
import { until } from "../../../test/harness/until.ts"
import type { ChildProcess } from "../../../test/services/child-process.ts"
import { startReceiver } from "../../../test/services/receiver.ts"
import { temporaryFolder } from "../../../test/services/temporary-folder.ts"
import { eventTypes } from "../../contract/event-types.ts"

const data = temporaryFolder()
const config = temporaryFolder()
const operatorKey = "operator-of-the-forwarded-service"
const application = startReceiver()
let port: number
let service: ChildProcess
let env: Record<string, string>
let operator: Record<string, string>

beforeAll(async () => {
  port = await findFreePort()
  operator = { KEYWARD_URL: `http://localhost:${port}`, KEYWARD_KEY: operatorKey, KEYWARD_CONFIG_DIR: config.path }
  await start()
  const workspaceId = await created(["workspaces", "create", "listened"], "workspaceId", operator)
  const createRootKey = ["root-keys", "create", "--workspace", workspaceId, "--permissions", "*"]
  env = { ...operator, KEYWARD_KEY: await created(createRootKey, "rootKey", operator) }
})
afterAll(async () => {
  service.kill("SIGTERM")
  await service.exit
  await application.stop()
  data.remove()
  config.remove()
})

async function start() {
  const settings = { KEYWARD_OPERATOR_KEY: operatorKey, KEYWARD_DATA_DIR: data.path }
  service = startCli(["serve", "--port", String(port)], settings)
  await service.waitForOutput(/Keyward listens on/)
}

async function created(args: readonly string[], field: string, caller = env): Promise<string> {
  const { stdout, stderr } = await runHere([...args, "--json"], { env: caller })
  const value: unknown = JSON.parse(stdout).data?.[field]
  if (typeof value !== "string") throw new Error(`${stdout}${stderr}`)
  return value
}

const createApi = (name: string) => created(["apis", "create", name], "apiId")

const names = () => application.received.map(({ message }) => message.data.changes.after.name)
const listen = (...args: readonly string[]) => ["webhooks", "listen", "--forward", application.url(), ...args]

test("forwards each event once and signed, also over a restart of the service", async () => {
  await createApi("before")
  const listening = startCli(listen("--types", "api.*", "--json"), env)
  await listening.waitForOutput(/Forwarding to/)
  await createApi("first")
  await listening.waitForOutput(/api\.created/)
  service.kill("SIGTERM")
  await service.exit
  await listening.waitForOutput(/does not respond\. Trying again\./)
  await start()
  await createApi("second")
  await until(() => names().includes("second"))
  listening.kill("SIGINT")
  expect(await listening.exit).toEqual({ code: 0, signal: null })
  expect(names()).toEqual(["first", "second"])
  const lines = listening.stdout().trim().split("\n")
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { type: "api.created", status: 204 },
    { type: "api.created", status: 204 },
  ])
  const [, shown = ""] = /signed with (whsec_\S+)/.exec(listening.stderr()) ?? []
  for (const { body, headers } of application.received) {
    expect((await verifyWebhook(body, headers, shown)).type).toBe("api.created")
  }
  // It stays the same, and others cannot read it.
  expect((await runHere(["webhooks", "listen", "--print-secret"], { env })).stdout.trim()).toBe(shown)
  expect(statSync(join(config.path, "profiles.json")).mode & 0o777).toBe(0o600)
  const others = await runHere(["webhooks", "listen", "--print-secret", "--profile", "other"], { env })
  expect(others.stdout).toStartWith("whsec_")
  expect(others.stdout.trim()).not.toBe(shown)
})

describe("begins in the past", () => {
  const heard = async (from: string, last: string) => {
    application.received.length = 0
    const listening = startCli(listen("--types", "api.*", "--from", from), env)
    await until(() => names().includes(last))
    listening.kill("SIGINT")
    await listening.exit
    return names()
  }

  test("at an event", async () => {
    await createApi("third")
    const { stdout } = await runHere(["events", "list", "--type", "api.created", "--limit", "2", "--json"], { env })
    const [, second] = JSON.parse(stdout).data
    expect(await heard(second.eventId, "third")).toEqual(["second", "third"])
  })

  test("at a time, and at the beginning of the log", async () => {
    expect(await heard("1d", "third")).toEqual(["listened", "before", "first", "second", "third"])
    const between = await runHere(["events", "list", "--type", "api.created", "--limit", "1", "--json"], { env })
    const [third] = JSON.parse(between.stdout).data
    expect(await heard(new Date(third.time).toISOString(), "third")).toEqual(["third"])
  })
})

test("shows what an application answers, and goes on", async () => {
  application.answer(() => ({ status: 500 }))
  const listening = startCli(listen("--types", "api.*"), env)
  await listening.waitForOutput(/Forwarding to/)
  await createApi("refused")
  await listening.waitForOutput(/^500 {2}api\.created {2}evt_\w+ {2}\d+ ms\n {5}said 500$/m)
  application.answer(() => ({ status: 204 }))
  await createApi("accepted")
  await listening.waitForOutput(/^204 {2}api\.created/m)
  listening.kill("SIGINT")
  expect(await listening.exit).toEqual({ code: 0, signal: null })
})

test("leaves when its key may read events no more", async () => {
  const { stdout } = await runHere(["root-keys", "create", "--permissions", "event.*.read_event", "--json"], { env })
  const { rootKey, rootKeyId } = JSON.parse(stdout).data
  const listening = startCli(["webhooks", "listen", "--forward", application.url()], { ...env, KEYWARD_KEY: rootKey })
  await listening.waitForOutput(/Forwarding to/)
  await runHere(["root-keys", "delete", rootKeyId, "--yes"], { env })
  expect(await listening.exit).toEqual({ code: 3, signal: null })
})

test.each([
  [["--types", "kee.created"], 2, "types"],
  [["--from", "soon"], 2, "--from must be a duration"],
  [["--from", "evt_1CAiZx1YPnJZtcPxTdBGPS"], 3, "event"],
  [["--url", "http://localhost:1"], 1, "cannot be reached"],
])("%p is wrong from the start", async (args, code, text) => {
  const run = await runHere(listen(...args), { env })
  expect({ code: run.code, stdout: run.stdout }).toEqual({ code, stdout: "" })
  expect(run.stderr).toContain(text)
})

test.each([
  [["webhooks", "listen"], "Pass --forward"],
  [["webhooks", "listen", "--forward", "localhost:3000"], "--forward must be an http or https URL"],
  [["webhooks", "trigger", "--forward", "http://localhost:1"], "Name the type"],
  [["webhooks", "trigger", "kee.created", "--forward", "http://localhost:1"], "Did you mean key.created?"],
  [["webhooks", "trigger", "key.created", "more", "--forward", "http://localhost:1"], 'Unexpected argument "more"'],
])("%p is a wrong command line", async (args, text) => {
  const run = await runHere(args, { env })
  expect(run.code).toBe(2)
  expect(run.stderr).toContain(text)
})

describe("trigger", () => {
  test.each(eventTypes)("sends a sample of %s", async (type) => {
    const secret = (await runHere(["webhooks", "listen", "--print-secret"], { env })).stdout.trim()
    application.received.length = 0
    const run = await runHere(["webhooks", "trigger", type, "--forward", application.url()], { env })
    expect(run.code).toBe(0)
    const [{ body, headers } = { body: "", headers: {} }] = application.received
    const message = await verifyWebhook(body, headers, secret)
    expect(message).toMatchObject({ type, data: { type, eventId: expect.stringMatching(/^evt_/) } })
  })

  test("says that the application is away, or refuses", async () => {
    const away = await runHere(["webhooks", "trigger", "key.created", "--forward", "http://localhost:1"], { env })
    expect(away.code).toBe(1)
    expect(away.stdout).toContain("ECONNREFUSED")
    application.answer(() => ({ status: 500 }))
    const args = ["webhooks", "trigger", "key.created", "--forward", application.url(), "--json"]
    const refused = await runHere(args, { env })
    expect(refused.code).toBe(1)
    expect(JSON.parse(refused.stdout)).toMatchObject({ type: "key.created", status: 500, response: "said 500" })
    application.answer(() => ({ status: 204 }))
  })
})
