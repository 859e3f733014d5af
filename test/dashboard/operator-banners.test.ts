import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { overwritePages, rootOf } from "../crash/damage.ts"
import { startKeyward, type TestServer } from "../harness/harness.ts"
import { openBrowser } from "../services/browser.ts"
import { type RedisServer, startRedisServer } from "../services/redis.ts"
import { setUp, visitor } from "./visit.ts"

const browser = openBrowser()

describe.each([
  ["open", "Rate limits are skipped"],
  ["closed", "The counters of rate limits cannot be reached"],
] as const)("an operator, with KEYWARD_LIMITER_DOWN=%s", (limiterDown, sentence) => {
  const open = visitor(browser)
  let redis: RedisServer
  let server: TestServer
  beforeAll(async () => {
    redis = await startRedisServer()
    const environment = { KEYWARD_REDIS_URL: redis.url, KEYWARD_LIMITER_DOWN: limiterDown }
    server = await startKeyward({ engine: "sqlite", environment })
  })
  afterAll(async () => {
    await server.stop()
    await redis.stop()
  })

  test("reads on every page what happens to rate limits while Redis is away", async () => {
    const page = await open({}, /status of 503/)
    await setUp(page, server)
    await redis.kill()
    await page.reload()
    await page.getByText(sentence).waitFor()
    await redis.start()
    const limiter = async () => (await server.request("/readyz")).body.data?.limiter
    while ((await limiter()) !== "up") await Bun.sleep(50)
    await page.reload()
    await page.getByRole("heading", { name: "Overview" }).waitFor()
    await page.getByText(sentence).waitFor({ state: "detached" })
  })
})

test("an operator reads on every page that the database is damaged, and other people do not", async () => {
  const open = visitor(browser)
  const server = await startKeyward({ engine: "sqlite" })
  // A restart moves all pages from the write-ahead log to the file.
  await server.restart()
  const page = await open({}, /status of 503/)
  await setUp(page, server)
  const path = join(server.storage, "keyward.db")
  overwritePages(path, rootOf(path, "key_migrations_by_workspace"), 1)
  expect((await server.call("keys.listMigrations", {})).status).toBe(503)
  await page.reload()
  const banner = page.getByText("The database is damaged.")
  await banner.waitFor()
  expect(await page.getByRole("link", { name: "What to do" }).getAttribute("href")).toBe(
    "/docs/production#a-damaged-database",
  )
  const { status, body } = await server.call("nodes.listNodes", {})
  expect({ status, hasProblems: JSON.stringify(body).includes("damaged") }).toEqual({ status: 403, hasProblems: false })
  // An open page would report a server that is gone.
  await page.close()
  await server.stop()
})
