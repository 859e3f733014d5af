import { describe, expect, test } from "bun:test"
import { openBrowser } from "../services/browser.ts"
import { customerPages } from "./customer-pages.ts"

const browser = openBrowser()

describe("people", () => {
  const { server, pageAt, createKey, verify } = customerPages(browser)

  test("read how many keys a change of a role reaches before it, and can undo it", async () => {
    const { roleId } = await server.ok("permissions.createRole", { name: "reader", permissions: ["maps.read"] })
    const keys = [await createKey({ roles: ["reader"] }), await createKey({ roles: ["reader"] })]
    const codes = () => Promise.all(keys.map(({ key }) => verify(key, { permissions: "maps.read" })))
    const page = await pageAt(`/permissions?role=${roleId}`)
    await page.getByRole("button", { name: "Remove maps.read" }).click()
    const dialog = page.getByRole("dialog", { name: "Remove maps.read from the role reader?" })
    await dialog.getByText("Applies to 2 keys immediately.").waitFor()
    expect(await codes()).toEqual(["VALID", "VALID"])
    await dialog.getByRole("button", { name: "Remove permission" }).click()
    await page.getByText("Removed maps.read.").waitFor()
    expect(await codes()).toEqual(["INSUFFICIENT_PERMISSIONS", "INSUFFICIENT_PERMISSIONS"])
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByRole("button", { name: "Remove maps.read" }).waitFor()
    expect(await codes()).toEqual(["VALID", "VALID"])
  })
})
