import { describe, expect, test } from "bun:test"
import { type ServedCli, startServe } from "../cli/cli.ts"
import { engines } from "../harness/harness.ts"
import { until } from "../harness/until.ts"
import { ask } from "../requests/ask.ts"
import { createDatabase } from "../services/postgres.ts"
import { startReceiver } from "../services/receiver.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"

const operatorKey = "operator-key-of-the-webhook-crashes"
const events = 240
const kills = 2
/** The requests of one round. */
const repeatedPerKill = 100

describe.each([...engines])("webhooks on %s", (engine) => {
  test("a kill during delivery loses no event, and repeats one round at most", async () => {
    const folder = temporaryFolder()
    const database = engine === "postgres" ? await createDatabase() : undefined
    const receiver = startReceiver()
    const start = (): Promise<ServedCli> =>
      startServe([], {
        ...{ KEYWARD_OPERATOR_KEY: operatorKey, KEYWARD_WEBHOOK_ALLOW: "127.0.0.0/8", KEYWARD_DATA_DIR: folder.path },
        ...(database && { KEYWARD_DATABASE_URL: database.url }),
      })
    let server = await start()
    const call = (operation: string, body: unknown, key: string) => ask(server, operation, body, key)
    const { rootKey } = await call("workspaces.createWorkspace", { name: "Crashes" }, operatorKey)
    const hook = { url: receiver.url(), types: ["permission.*"] }
    const { webhookId } = await call("webhooks.createWebhook", hook, rootKey)
    for (let kill = 0; kill < kills; kill += 1) {
      const before = receiver.received.length
      const slugs = Array.from({ length: events / kills }, (_, index) => `crash.${kill}.${index}`)
      await Promise.all(slugs.map((slug) => call("permissions.createPermission", { name: slug, slug }, rootKey)))
      await until(() => receiver.received.length > before)
      server.kill("SIGKILL")
      await server.exit
      server = await start()
    }
    const received = () => new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))
    await until(
      () => received().size === events,
      () => `${received().size} of ${events} events arrived.`,
    )
    expect(receiver.received.length).toBeLessThanOrEqual(events + kills * repeatedPerKill)
    await until(async () => {
      const { health } = await call("webhooks.getWebhook", { webhookId }, rootKey)
      return health.behindSince === undefined && health.waiting === 0
    })
    server.kill("SIGTERM")
    await server.exit
    await receiver.stop()
    await database?.drop()
    folder.remove()
  })
})
