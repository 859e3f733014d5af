import type { Page } from "playwright-core"

/** What people look for on the page of the portal. */

export const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true })

export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

/** The secret that the page shows. */
export async function secretOn(page: Page): Promise<string> {
  return ((await page.locator("figure pre").first().textContent()) ?? "").trim()
}

/** Browsers report refused calls too. */
export const refused = /Failed to load resource/
