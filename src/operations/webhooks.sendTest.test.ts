import { afterAll, expect, test } from "bun:test"
import { type Reply, startKeyward, type TestWorkspace } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { until } from "../../test/harness/until.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { testDeliveriesAtMost } from "./shared/webhooks/trial-deliveries.ts"

const keyward = serveKeyward({ engine: "sqlite" })
const endpoint = startHeldEndpoint()
afterAll(() => endpoint.stop())

/** Holds every request until it is released. */
function startHeldEndpoint() {
  let release = Promise.withResolvers<void>()
  let waiting = 0
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch() {
      waiting += 1
      await release.promise
      return new Response(null, { status: 204 })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/`,
    waiting: () => waiting,
    release() {
      release.resolve()
      release = Promise.withResolvers()
      waiting = 0
    },
    stop: () => server.stop(true),
  }
}

async function createTester(name: string) {
  const { rootKey: key }: TestWorkspace = await keyward.createWorkspace(name)
  const hook = { url: endpoint.url, types: ["key.created"] }
  const { webhookId } = await keyward.ok("webhooks.createWebhook", hook, { key })
  return () => keyward.call("webhooks.sendTest", { webhookId }, { key })
}

const tooMany = "429 limits/too_many_test_deliveries"

test("a workspace waits for two test deliveries at once. A third is refused, sends nothing, and may come again later", async () => {
  const sendTest = await createTester("Own")
  const sent = [sendTest(), sendTest()]
  await until(() => endpoint.waiting() === 2)
  const refused = await sendTest()
  expect(outcomeOf(refused)).toBe(tooMany)
  expect(refused.headers.get("retry-after")).toBe("2")
  expect(endpoint.waiting()).toBe(2)
  endpoint.release()
  expect((await Promise.all(sent)).map(outcomeOf)).toEqual(["200", "200"])
  const again = sendTest()
  await until(() => endpoint.waiting() === 1)
  endpoint.release()
  expect(outcomeOf(await again)).toBe("200")
})

test("all workspaces together wait for 32 test deliveries, and one more is refused", async () => {
  const { ofProcess } = testDeliveriesAtMost
  const oneMore = await createTester("One more")
  const testers: (() => Promise<Reply>)[] = []
  for (let index = 0; index < ofProcess; index += 1) testers.push(await createTester(`Tester ${index}`))
  const sent = testers.map((sendTest) => sendTest())
  await until(() => endpoint.waiting() === ofProcess)
  expect(outcomeOf(await oneMore())).toBe(tooMany)
  endpoint.release()
  expect((await Promise.all(sent)).map(outcomeOf)).toEqual(Array(ofProcess).fill("200"))
})

test("a test delivery does not tell whether a name exists in the network of the server", async () => {
  const closed = await startKeyward({ engine: "sqlite", environment: { KEYWARD_WEBHOOK_ALLOW: "" } })
  const resultOf = async (url: string) => {
    const { webhookId } = await closed.ok("webhooks.createWebhook", { url, types: ["key.created"] })
    const { time: _time, durationMs, ...result } = await closed.ok("webhooks.sendTest", { webhookId })
    // The look-up takes a part of a second, which the result hides.
    expect(durationMs).toBeGreaterThanOrEqual(990)
    return result
  }
  const unknown = await resultOf("https://hook.onion/")
  expect(unknown).toEqual({ error: "The endpoint has no public address. KEYWARD_WEBHOOK_ALLOW can open others." })
  expect(await resultOf("https://localhost/")).toEqual(unknown)
  await closed.stop()
})

test("a test delivery that fails gives its place back", async () => {
  const { rootKey: key } = await keyward.createWorkspace("Failing")
  for (let index = 0; index < 3; index += 1) {
    const missing = await keyward.call("webhooks.sendTest", { webhookId: "whk_1CeGXWUoiGrkJ5v2n3YvQb" }, { key })
    expect(outcomeOf(missing)).toBe("404 data/webhook_not_found")
  }
})
