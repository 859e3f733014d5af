import { afterAll, beforeAll, describe, test } from "bun:test"
import { startKeyward, type TestServer } from "../harness.ts"
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
