import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { addPerson, visitor as anyone, password, tokenIn } from "../people/person.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { expectReadable } from "../services/accessibility.ts"
import { openBrowser } from "../services/browser.ts"
import { originOf, ownersPages } from "./visit.ts"

const browser = openBrowser()

describe("an operator", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const { open, pageAt } = ownersPages(browser, server)

  test("sees the open reset links with their makers, and revokes one", async () => {
    const page = await pageAt("")
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
  test("owns the workspaces that the person creates, and lands in them", async () => {
    const page = await pageAt("")
    await page.goto(`${originOf(server)}/operator/workspaces`)
    await page.getByRole("button", { name: "Create workspace" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name").fill("Second team")
    await dialog.getByText("You become its owner").waitFor()
    await dialog.getByRole("button", { name: "Create workspace" }).click()
    // The first root key is shown in the new workspace, and not before.
    await dialog.getByText("You own this workspace.").waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/w\/ws_\w+$/)
    const rootKey = (await dialog.locator("pre").textContent()) ?? ""
    expect((await server.call("workspaces.getWorkspace", {}, { key: rootKey })).body.data.name).toBe("Second team")
    await dialog.getByLabel("I have stored it").check()
    await dialog.getByRole("button", { name: "Done" }).click()
    await dialog.waitFor({ state: "detached" })
    await page.locator("body", { hasNotText: rootKey }).waitFor()
    await page.getByRole("button", { name: "Workspace: Second team" }).waitFor()
    await page.getByText("First steps").waitFor()
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Members" }).click()
    await page.getByLabel("Role of Mara Klein").waitFor()
    expect(await page.getByLabel("Role of Mara Klein").inputValue()).toBe("owner")
  })

  test("invites an owner to a workspace of others, and finds no way into it", async () => {
    const { workspaceId } = await server.createWorkspace("Of others")
    const page = await pageAt("")
    await page.getByRole("heading", { name: "Overview" }).waitFor()
    await page.keyboard.press("ControlOrMeta+k")
    await page.getByRole("combobox").fill(workspaceId)
    expect(await page.getByRole("option", { name: /^Open/ }).count()).toBe(0)
    await page.getByRole("option", { name: `Show the workspace ${workspaceId} among all` }).click()
    const row = page.getByRole("table", { name: "Workspaces" }).getByRole("row", { name: /Of others/ })
    await row.waitFor()
    expect(await row.getByRole("link").count()).toBe(0)
    await row.getByRole("button", { name: "Actions for Of others" }).click()
    await page.getByRole("menuitem", { name: "Invite owner" }).click()
    const dialog = page.getByRole("dialog", { name: "Invite an owner of Of others" })
    await dialog.getByLabel("E-mail address").fill("nora@others.dev")
    await dialog.getByRole("button", { name: "Create invitation" }).click()
    const url = (await page.getByRole("dialog").locator("pre").first().textContent()) ?? ""
    const joining = { token: tokenIn(url), name: "Nora", password }
    expect(outcomeOf(await server.call("invitations.acceptInvitation", joining, anyone))).toBe("200")
    const members = await server.ok("members.listMembers", { workspaceId }, server.operator)
    expect(members).toMatchObject([{ email: "nora@others.dev", role: "owner" }])
    await page.goto(`${originOf(server)}/w/${workspaceId}/keys`)
    await page.getByText("You are not a member of this workspace").waitFor()
  })

  test("with a key only invites the owner of a new workspace, because a key owns nothing", async () => {
    const page = await open()
    await page.goto(`${originOf(server)}/sign-in?next=/operator/workspaces`)
    await page.getByRole("button", { name: "Use a key instead" }).click()
    await page.getByLabel("Root key or operator key").fill(server.operatorKey)
    await page.getByRole("button", { name: "Sign in with the key" }).click()
    await page.getByRole("button", { name: "Create workspace" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name").fill("Third team")
    await dialog.getByRole("button", { name: "Create workspace" }).click()
    await dialog.getByText("choose “Invite owner” in its menu").waitFor()
    await dialog.getByLabel("I have stored it").check()
    await dialog.getByRole("button", { name: "Done" }).click()
    await page.getByRole("row", { name: /Third team/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe("/operator/workspaces")
  })
})
