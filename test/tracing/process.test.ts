import { afterAll, describe, expect, test } from "bun:test"
import { startServe } from "../cli/cli.ts"
import { until } from "../harness/until.ts"
import { startCollector } from "../services/collector.ts"
import { testFolder } from "../services/test-folder.ts"

const { newPath: newFolder } = testFolder()

describe("the executable", () => {
  const collector = startCollector()
  afterAll(() => collector.stop())
  const start = (environment: Readonly<Record<string, string>> = {}) =>
    startServe(["--data", newFolder()], { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...environment })

  test("sends what is left when it stops", async () => {
    const served = await start({ OTEL_BSP_SCHEDULE_DELAY: "600000" })
    await fetch(`${served.url}/v2/liveness`)
    served.kill("SIGTERM")
    expect(await served.exit).toEqual({ code: 0, signal: null })
    expect(collector.spans.map(({ name }) => name)).toContain("GET liveness")
  })

  test("ends although the collector hangs", async () => {
    collector.answer("hangs")
    const before = collector.exports.length
    const served = await start({ OTEL_BSP_SCHEDULE_DELAY: "10", OTEL_EXPORTER_OTLP_TIMEOUT: "600000" })
    await fetch(`${served.url}/v2/liveness`)
    await until(() => collector.exports.length > before)
    const startedAt = performance.now()
    served.kill("SIGTERM")
    expect(await served.exit).toEqual({ code: 0, signal: null })
    // The request to the collector would end after ten minutes.
    expect(performance.now() - startedAt).toBeLessThan(300_000)
  })
})
