import { afterAll, afterEach, describe, expect, test } from "bun:test"
import { verifyWebhook } from "../../sdk/src/verify-webhook.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { addPerson } from "../people/person.ts"
import { openBrowser } from "../services/browser.ts"
import { startReceiver } from "../services/receiver.ts"
import { originOf, ownersPages, signInAs } from "./visit.ts"

const browser = openBrowser()

describe("operators", () => {
  const server = serveKeyward({ engine: "sqlite", environment: { KEYWARD_WEBHOOKS: "on" } })
  const { open, pageAt } = ownersPages(browser, server)
  const receiver = startReceiver()
  afterAll(() => receiver.stop())
  afterEach(() => receiver.answer(() => ({ status: 204 })))

  const ofInstallation = { workspaceId: "installation" }
  const call = (name: string, body: object) =>
    server.ok(`webhooks.${name}`, { ...ofInstallation, ...body }, server.operator)

  test("create a webhook of the installation, and get what users do", async () => {
    const page = await pageAt("")
    const rail = page.getByRole("navigation", { name: "Pages" })
    await rail.getByRole("link", { name: "Webhooks of the installation" }).click()
    await page.getByText("No webhooks yet").waitFor()
    await page.getByRole("button", { name: "Create webhook" }).click()
    const dialog = page.getByRole("dialog", { name: "Create webhook" })
    await dialog.getByLabel("URL").fill(receiver.url("/people"))
    await dialog.getByLabel("Events").fill("about keys")
    await page.getByText("No such event").waitFor()
    await dialog.getByLabel("Events").fill("about users")
    await page.getByRole("option", { name: /Everything about users/ }).click()
    await dialog.getByText("3 types of events.").waitFor()
    await dialog.getByLabel("Description").fill("Directory")
    await dialog.getByRole("button", { name: "Create webhook" }).click()
    const shown = page.getByRole("dialog", { name: "Webhook created" })
    const secret = String(await shown.getByText(/^whsec_/).textContent())
    await shown.getByLabel("I have stored it").check()
    await shown.getByRole("button", { name: "Done" }).click()
    await page.getByRole("heading", { name: "Directory" }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/operator\/webhooks\/whk_\w+$/)

    await addPerson(server, { ...server, role: "viewer" })
    const { body, headers } = await until(() => receiver.received.find(({ path }) => path === "/people"))
    expect(await verifyWebhook(body, headers, secret)).toMatchObject({ type: "user.created", data: ofInstallation })
    const row = page.getByRole("table", { name: "Deliveries" }).getByRole("row").filter({ hasText: "User created" })
    await row.getByText("Delivered").waitFor()
    await row.getByRole("button", { name: "Show the details" }).click()
    await page.getByRole("region", { name: "Body" }).getByText('"type": "user.created"').waitFor()
    const sent = receiver.received.length
    await page.getByRole("button", { name: "Send again", exact: true }).click()
    await until(() => receiver.received.length > sent)

    await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link").click()
    const listed = page.getByRole("table", { name: "Webhooks" }).getByRole("row").filter({ hasText: "Directory" })
    await listed.getByText("Delivering").waitFor()
    await listed.getByText("user.*").waitFor()
    expect(await server.ok("webhooks.listWebhooks", {})).toEqual([])
  })

  test("see its health, test, edit, disable, move, rotate and delete it", async () => {
    receiver.answer(() => ({ status: 500 }))
    const hook = { url: receiver.url("/watched"), types: ["session.*", "user.created"], description: "Watched" }
    const { webhookId } = await call("createWebhook", hook)
    await addPerson(server, { ...server, role: "viewer" })
    const page = await pageAt("")
    await page.goto(`${originOf(server)}/operator/webhooks/${webhookId}`)
    await page.getByText(/Failing since today at .*loses nothing/).waitFor()
    receiver.answer(() => ({ status: 204 }))
    await page.getByRole("button", { name: "Show the details" }).first().click()
    await page.getByRole("button", { name: "Send now" }).click()
    const heading = page.getByRole("heading", { name: /Watched/ })
    await heading.getByText("Delivering").or(heading.getByText("Retrying")).waitFor()

    await page.getByRole("button", { name: "Send test" }).click()
    const dialog = page.getByRole("dialog", { name: "Test Watched" })
    expect(
      await dialog
        .getByLabel("Event")
        .getByRole("option", { name: /key\.created/ })
        .count(),
    ).toBe(0)
    await dialog.getByRole("button", { name: "Send test" }).click()
    await dialog.getByText("Accepted", { exact: true }).waitFor()
    expect(receiver.received.at(-1)?.message).toMatchObject({ type: "user.created", data: ofInstallation })
    await dialog.getByRole("button", { name: "Close" }).first().click()

    await page.getByRole("tab", { name: "Settings" }).click()
    await page.getByLabel("Description").fill("Renamed")
    await page.getByRole("button", { name: "Save webhook" }).click()
    await page.getByRole("heading", { name: "Renamed" }).waitFor()
    await page.getByRole("button", { name: "Disable" }).click()
    await page.getByText("Disabled Renamed. It keeps its place.").waitFor()
    expect(await call("getWebhook", { webhookId })).toMatchObject({ enabled: false, description: "Renamed" })
    await page.getByRole("button", { name: "Enable" }).click()
    await page.getByText("Enabled Renamed. What it missed is sent now.").waitFor()

    const timesSent = () =>
      receiver.received.filter(({ path, body }) => path === "/watched" && body.includes("user.created")).length
    const before = timesSent()
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Send again from …" }).click()
    await page.getByRole("button", { name: "Send again from there" }).click()
    await until(() => timesSent() > before)
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Replace the secret …" }).click()
    await page.getByRole("button", { name: "Create the new secret" }).click()
    const secret = page.getByRole("dialog", { name: "New secret of Renamed" })
    await secret.getByText(/^whsec_/).waitFor()
    await secret.getByLabel("I have stored it").check()
    await secret.getByRole("button", { name: "Done" }).click()

    await page.getByRole("tab", { name: "Events" }).click()
    await page
      .getByText(/Mara Klein .* the webhook/)
      .first()
      .waitFor()
    await page.getByRole("button", { name: "Show the changes" }).first().click()
    await page.getByText("Actor").waitFor()
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Delete …" }).click()
    await page.getByRole("button", { name: "Delete webhook" }).click()
    await page.getByText("Deleted Renamed.").waitFor()
    await page.getByRole("heading", { name: "Webhooks of the installation" }).waitFor()
    expect((await server.call("webhooks.getWebhook", { ...ofInstallation, webhookId }, server.operator)).status).toBe(
      404,
    )
  })

  test("are the only ones who see these pages", async () => {
    const { email } = await addPerson(server, { ...server, role: "owner" })
    const page = await open()
    await signInAs(page, originOf(server), email)
    expect(await page.getByRole("link", { name: "Webhooks of the installation" }).count()).toBe(0)
    await page.goto(`${originOf(server)}/operator/webhooks`)
    await page.getByText("This page is for operators").waitFor()
  })
})
