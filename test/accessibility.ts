import { expect } from "bun:test"
import axe from "axe-core"
import type { Page } from "playwright-core"

export type Look = readonly [colorScheme: "light" | "dark", width: number]

const everyLook: readonly Look[] = [
  ["light", 1440],
  ["light", 390],
  ["dark", 1440],
  ["dark", 390],
]

/** Shows the page in themes and widths. Nothing may break a rule of accessibility or need sideways scrolling. */
export async function expectReadable(
  page: Page,
  whenShown: () => Promise<unknown> = async () => {},
  looks = everyLook,
): Promise<void> {
  await page.evaluate(axe.source)
  for (const [colorScheme, width] of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await whenShown()
    expect(`${colorScheme} ${width}: ${await violationsIn(page)}`).toBe(`${colorScheme} ${width}: `)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
}

/** What breaks a rule of WCAG 2.2 AA, one line each. */
async function violationsIn(page: Page): Promise<string> {
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") }
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    const { violations } = await axe.run(document, { runOnly: tags })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`)
  })
  return found.join("\n")
}
