import { expect } from "bun:test"
import axe from "axe-core"
import type { Page } from "playwright-core"

export type Look = readonly [colorScheme: "light" | "dark", width: number]

/** Every theme and every width. */
const usualLooks: readonly Look[] = [
  ["light", 1440],
  ["dark", 390],
]
/** Together with the others, every pair of them, for what has its own color at one width. */
const otherLooks: readonly Look[] = [
  ["light", 390],
  ["dark", 1440],
]
const allLooks = process.env.KEYWARD_TEST_LOOKS === "all" ? [...usualLooks, ...otherLooks] : usualLooks

/** Every rule of WCAG 2.2 AA, and of good practice. */
const everyRule = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
/** A theme changes nothing but colors. */
const rulesOfColor = ["color-contrast", "link-in-text-block"]

/** Shows the page in themes and widths. Nothing may break a rule of accessibility or need sideways scrolling. */
export async function expectReadable(
  page: Page,
  whenShown: () => Promise<unknown> = async () => {},
  looks = allLooks,
): Promise<void> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source)
  const checked = new Set<number>()
  for (const [colorScheme, width] of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await whenShown()
    const isOtherTheme = checked.has(width)
    checked.add(width)
    const found = await violationsIn(page, isOtherTheme ? rulesOfColor : everyRule)
    expect(`${colorScheme} ${width}: ${found}`).toBe(`${colorScheme} ${width}: `)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
}

/** What breaks one of the rules, one line each. */
async function violationsIn(page: Page, rules: string[]): Promise<string> {
  const found = await page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") }
    // Only violations are reported, so the rest need not be described.
    const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`)
  }, rules)
  return found.join("\n")
}
