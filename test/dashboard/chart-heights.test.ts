import { expect, test } from "bun:test"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { openBrowser } from "../services/browser.ts"
import { ownersPages } from "./visit.ts"

const browser = openBrowser()
const server = serveKeyward({ engine: "sqlite" })
const { pageAt } = ownersPages(browser, server)

test("the bars of a chart are as high as their numbers on its scale, refusals included", async () => {
  const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
  const valid = await server.ok("keys.createKey", { apiId, externalId: "acme" })
  const disabled = await server.ok("keys.createKey", { apiId, externalId: "acme", enabled: false })
  // The refusal is in the middle, so that it shares its bar even if an interval ends meanwhile.
  for (let count = 0; count < 61; count += 1) {
    await server.ok("keys.verifyKey", { key: count === 30 ? disabled.key : valid.key })
  }
  const page = await pageAt(`/apis/${apiId}`)
  const chart = page.getByRole("group", { name: "Verifications over time by outcome" })
  /** The sum of the heights of the bars in units of the axis, and the number of their parts. */
  const drawn = () =>
    chart.evaluate((group) => {
      const ticks = [...group.querySelectorAll("svg > g:has(> line)")].map((tick) => ({
        value: Number(tick.querySelector("text")?.textContent),
        px: tick.getBoundingClientRect().top,
      }))
      const [zero, top] = [ticks[0], ticks.at(-1)]
      const perUnit = ((zero?.px ?? 0) - (top?.px ?? 0)) / (top?.value ?? 1)
      const parts = [...group.querySelectorAll("svg > g > rect[fill]")].map((rect) => ({
        bar: rect.parentElement,
        height: rect.getBoundingClientRect().height,
        top: rect.getBoundingClientRect().top,
        bottom: rect.getBoundingClientRect().bottom,
      }))
      const bars = Map.groupBy(parts, ({ bar }) => bar)
      const heights = [...bars.values()].map(
        (stack) => Math.max(...stack.map(({ bottom }) => bottom)) - Math.min(...stack.map(({ top: one }) => one)),
      )
      return {
        count: heights.reduce((sum, height) => sum + height, 0) / perUnit,
        parts: parts.map(({ height }) => height),
      }
    })
  const parts = await until(async () => {
    const { count, parts: found } = await drawn()
    return Math.abs(count - 61) < 0.1 && found
  })
  expect(Math.min(...parts)).toBeGreaterThanOrEqual(1)
  await chart.focus()
  do await page.keyboard.press("ArrowLeft")
  while ((await chart.getByRole("row", { name: "DISABLED 1" }).count()) === 0)
  const rows = await chart.getByRole("row").allTextContents()
  const numbers = rows.map((row) => Number(row.match(/\d+$/)?.[0]))
  expect(rows.at(-1)).toStartWith("Total")
  expect(numbers.at(-1)).toBe(numbers.slice(0, -1).reduce((sum, number) => sum + number, 0))
})
