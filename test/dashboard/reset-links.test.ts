import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { addPerson, visitor as anyone, tokenIn } from "../people/person.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { expectReadable } from "../services/accessibility.ts"
import { openBrowser } from "../services/browser.ts"
import { originOf, setUp, visitor } from "./visit.ts"

const browser = openBrowser()

describe("an operator on the page of users", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const open = visitor(browser)

  test("sees the open reset links with their makers, and revokes one", async () => {
    const page = await open()
    await setUp(page, server)
    const [, alan] = [
      await addPerson(server, { ...server, role: "developer", email: "grace@acme.dev" }),
      await addPerson(server, { ...server, role: "viewer", email: "alan@acme.dev" }),
    ]
    await server.ok("users.createResetLink", { userId: alan.userId }, server.operator)
    await page.goto(`${originOf(server)}/operator/users`)
    const links = page.getByRole("region", { name: "Open reset links" })
    await links.getByRole("row", { name: /alan@acme\.dev Operator key/ }).waitFor()
    const users = page.getByRole("table", { name: "Users" })
    const row = users.getByRole("row", { name: /grace@acme\.dev/ })
    await row.getByRole("button", { name: /^Actions for/ }).click()
    await page.getByRole("menuitem", { name: "Create reset link" }).click()
    const secret = page.getByRole("dialog")
    const url = (await secret.locator("pre").first().textContent()) ?? ""
    await secret.getByLabel("I have stored it").check()
    await secret.getByRole("button", { name: "Done" }).click()
    const made = links.getByRole("row", { name: /grace@acme\.dev Mara Klein/ })
    await made.waitFor()
    await expectReadable(page, () => links.getByText("Mara Klein").waitFor())
    await page.setViewportSize({ width: 1440, height: 900 })
    await made.getByRole("button", { name: /^Revoke the reset link/ }).click()
    await page.getByRole("button", { name: "Revoke link" }).click()
    await made.waitFor({ state: "detached" })
    await links.getByRole("row", { name: /alan@acme\.dev/ }).waitFor()
    const body = { token: tokenIn(url), password: "a new password of Grace" }
    expect(outcomeOf(await server.call("resets.useReset", body, anyone))).toBe("401 authentication/sign_in_failed")
  })
})
