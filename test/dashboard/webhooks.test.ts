import { afterAll, afterEach, describe, expect, test } from "bun:test"
import { verifyWebhook } from "../../sdk/src/verify-webhook.ts"
import { until } from "../harness/until.ts"
import { addPerson } from "../people/person.ts"
import { openBrowser } from "../services/browser.ts"
import { startReceiver } from "../services/receiver.ts"
import { customerPages } from "./customer-pages.ts"
import { addCookies } from "./visit.ts"

const browser = openBrowser()

describe("people", () => {
  const { server, open, addressOf, pageAt, createKey } = customerPages(browser, {
    environment: { KEYWARD_WEBHOOKS: "on" },
  })
  const receiver = startReceiver()
  afterAll(() => receiver.stop())
  afterEach(() => receiver.answer(() => ({ status: 204 })))

  const createWebhook = async (fields: object = {}): Promise<string> =>
    (await server.ok("webhooks.createWebhook", { url: receiver.url(), types: ["key.created"], ...fields })).webhookId

  test("create a webhook, see its secret once, and get what they chose", async () => {
    const page = await pageAt("/webhooks", {}, /400/)
    await page.getByText("No webhooks yet").waitFor()
    await page.getByRole("button", { name: "Create webhook" }).click()
    const dialog = page.getByRole("dialog", { name: "Create webhook" })
    await dialog.getByLabel("URL").fill("not a url")
    await dialog.getByLabel("Events").fill("about keys")
    await page.getByRole("option", { name: /Everything about keys/ }).click()
    await dialog.getByLabel("Description").fill("Billing")
    await dialog.getByRole("button", { name: "Create webhook" }).click()
    await dialog.getByLabel("URL").and(page.locator("[aria-invalid=true]")).waitFor()
    await dialog.getByLabel("URL").fill(receiver.url("/billing"))
    await dialog.getByRole("button", { name: "Create webhook" }).click()

    const shown = page.getByRole("dialog", { name: "Webhook created" })
    const secret = String(await shown.getByText(/^whsec_/).textContent())
    await shown.getByText("How your endpoint checks a request").click()
    await shown.getByText("express.raw").waitFor()
    expect(await shown.getByRole("button", { name: "Done" }).isDisabled()).toBe(true)
    await shown.getByLabel("I have stored it").check()
    await shown.getByRole("button", { name: "Done" }).click()
    await page.getByRole("heading", { name: "Billing" }).waitFor()
    expect(await page.content()).not.toContain(secret)

    await createKey({ name: "First" })
    const { body, headers } = await until(() => receiver.received.find(({ path }) => path === "/billing"))
    expect((await verifyWebhook(body, headers, secret)).type).toBe("key.created")
    const row = page.getByRole("table", { name: "Deliveries" }).getByRole("row").filter({ hasText: "Key created" })
    await row.getByText("Delivered").waitFor()
    await row.getByRole("button", { name: "Show the details" }).click()
    await page
      .getByRole("region", { name: "Attempts" })
      .getByText(/HTTP 204/)
      .waitFor()
    await page.getByRole("region", { name: "Body" }).getByText('"type": "key.created"').waitFor()

    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Webhooks", exact: true }).click()
    const listed = page.getByRole("table", { name: "Webhooks" }).getByRole("row").filter({ hasText: "Billing" })
    await listed.getByText("Delivering").waitFor()
    await listed.getByText("key.*").waitFor()
    await listed.getByText("Signed JSON").waitFor()
  })

  test("create a message for a chat, without a secret", async () => {
    const page = await pageAt("/webhooks?create=yes")
    const dialog = page.getByRole("dialog", { name: "Create webhook" })
    await dialog.getByLabel("Send to").selectOption("slack")
    await dialog.getByText(/Incoming Webhooks/).waitFor()
    await dialog.getByLabel("URL").fill(receiver.url("/services/T0/secret"))
    await dialog.getByLabel("Events").fill("key.created")
    await page.getByRole("option", { name: /^key\.created/ }).click()
    await dialog.getByRole("button", { name: "Create webhook" }).click()
    await page.getByRole("tab", { name: "Deliveries" }).waitFor()
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Delete …" }).waitFor()
    expect(await page.getByRole("menuitem", { name: "Replace the secret …" }).count()).toBe(0)
    await page.keyboard.press("Escape")

    await createKey({ name: "Told" })
    const { message } = await until(() => receiver.received.find(({ path }) => path === "/services/T0/secret"))
    expect(message).toEqual({ text: expect.stringContaining("key.created") })
    await page.getByRole("button", { name: "Show the details" }).click()
    await page.getByRole("region", { name: "Body" }).getByText(message.text).waitFor()
    await page.goto(addressOf("/webhooks"))
    await page.getByText("Chat message").waitFor()
    expect(await page.content()).not.toContain("secret")
  })

  test("send a test and see its result at once", async () => {
    const page = await pageAt(`/webhooks/${await createWebhook({ description: "Tried" })}`)
    await page.getByRole("button", { name: "Send test" }).click()
    const dialog = page.getByRole("dialog", { name: "Test Tried" })
    await dialog.getByLabel("Event").selectOption("key.deleted")
    await dialog.getByText("does not want events of this type").waitFor()
    await dialog.getByRole("button", { name: "Send test" }).click()
    await dialog.getByText("Accepted", { exact: true }).waitFor()
    await dialog.getByText(/HTTP 204 · \d+ ms/).waitFor()
    expect(receiver.received.at(-1)?.message).toMatchObject({
      type: "key.deleted",
      data: { resources: [{ id: "sample" }] },
    })
    receiver.answer(() => ({ status: 500 }))
    await dialog.getByRole("button", { name: "Send another" }).click()
    await dialog.getByText("Failed", { exact: true }).waitFor()
    await dialog.getByText(/HTTP 500/).waitFor()
  })

  test("see that an endpoint fails, and send an event again when it works", async () => {
    receiver.answer(() => ({ status: 500 }))
    const webhookId = await createWebhook({ description: "Broken" })
    await createKey({ name: "Refused" })
    await until(async () => (await server.ok("webhooks.getWebhook", { webhookId })).health.failingSince)
    const page = await pageAt("")
    const attention = page.getByRole("region", { name: /Needs attention/ })
    // Webhooks of other tests fail beside it.
    const line = attention.getByRole("listitem").filter({ hasText: "Broken" })
    await line.getByText(/Broken has accepted nothing since today at/).waitFor()
    await line.getByText("1 waiting").waitFor()
    await page.goto(addressOf("/webhooks"))
    const row = page.getByRole("row").filter({ hasText: "Broken" })
    await row.getByText("Failing").waitFor()
    await row.getByText("1 event waits to be sent again").waitFor()
    await row.getByRole("link", { name: "Broken" }).click()
    await page.getByText(/Failing since today at .*loses nothing/).waitFor()
    await page.getByRole("button", { name: "Failed", exact: true }).click()
    await page.getByText("Nothing has failed").waitFor()
    await page.getByRole("button", { name: "Waiting", exact: true }).click()
    await page.getByRole("button", { name: "Show the details" }).click()
    await page
      .getByRole("region", { name: "Attempts" })
      .getByText(/HTTP 500/)
      .first()
      .waitFor()
    receiver.answer(() => ({ status: 204 }))
    await page.getByRole("button", { name: "Send now" }).click()
    await page.getByText("Nothing is waiting").waitFor()
    await page
      .getByRole("heading", { name: /Broken/ })
      .getByText("Delivering")
      .waitFor()
    await page.getByRole("button", { name: "All", exact: true }).click()
    const sent = receiver.received.length
    await page.getByRole("button", { name: "Send again", exact: true }).click()
    // That of the first click may still be there.
    await page.getByText("Sent again.").first().waitFor()
    await until(() => receiver.received.length > sent)
    await page.getByRole("button", { name: "Send failed again …" }).click()
    const dialog = page.getByRole("dialog", { name: "Send failed events again" })
    await dialog.getByRole("button", { name: "Send failed again" }).click()
    await page.getByText("Nothing has failed in this time.").waitFor()
    await server.ok("webhooks.deleteWebhook", { webhookId })
  })

  test("edit, disable, move, rotate and delete a webhook", async () => {
    const webhookId = await createWebhook({ url: receiver.url("/moved"), description: "Old name" })
    const stored = () => server.ok("webhooks.getWebhook", { webhookId })
    const page = await pageAt(`/webhooks/${webhookId}?tab=settings`)
    await page.getByLabel("Description").fill("New name")
    await page.getByRole("button", { name: "Customers" }).click()
    await page.getByRole("button", { name: "Save webhook" }).click()
    await page.getByRole("heading", { name: "New name" }).waitFor()
    expect((await stored()).types).toEqual(["key.created", "identity.*"])

    await page.getByRole("button", { name: "Disable" }).click()
    await page.getByText("Disabled New name. It keeps its place.").waitFor()
    await page.getByText(/sends what it missed when you enable it/).waitFor()
    expect(await stored()).toMatchObject({ enabled: false, disabledReason: "request" })
    await page.getByRole("button", { name: "Enable" }).click()
    await page.getByText("Enabled New name. What it missed is sent now.").waitFor()

    await createKey({ name: "Twice" })
    const timesSent = () =>
      receiver.received.filter(({ path, body }) => path === "/moved" && body.includes("Twice")).length
    const before = await until(() => timesSent() || undefined)
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Send again from …" }).click()
    await page.getByRole("button", { name: "Send again from there" }).click()
    await page.getByText("Sending again from there.").waitFor()
    await until(() => timesSent() > before)

    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Replace the secret …" }).click()
    await page.getByLabel("The old secret").selectOption("Signs for 7 days more")
    await page.getByRole("button", { name: "Create the new secret" }).click()
    const secret = page.getByRole("dialog", { name: "New secret of New name" })
    await secret.getByText(/^whsec_/).waitFor()
    await secret.getByLabel("I have stored it").check()
    await secret.getByRole("button", { name: "Done" }).click()

    await page.getByRole("tab", { name: "Events" }).click()
    await page.getByText(/created the webhook/).waitFor()
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Delete …" }).click()
    await page.getByRole("button", { name: "Delete webhook" }).click()
    await page.getByText("Deleted New name.").waitFor()
    await page.getByRole("heading", { name: "Webhooks" }).waitFor()
    expect((await server.call("webhooks.getWebhook", { webhookId })).status).toBe(404)
  })

  test("who may only read see health and deliveries, only the origin of the URL, and who can change it", async () => {
    const webhookId = await createWebhook({ url: receiver.url("/hidden"), description: "Seen" })
    const { cookie } = await addPerson(server, { ...server, role: "viewer" })
    const page = await open()
    await addCookies(page, server, cookie)
    await page.goto(addressOf("/webhooks"))
    await page.getByText("Needs create_webhook.").waitFor()
    await page.getByRole("link", { name: "Seen" }).click()
    await page.getByText("Needs update_webhook.").waitFor()
    await page.getByRole("tab", { name: "Settings" }).click()
    await page.getByText("only its origin is shown").waitFor()
    expect(await page.getByRole("button", { name: /Send|Disable|Save|Create|More actions/ }).count()).toBe(0)
    expect(await page.content()).not.toContain("/hidden")
    await server.ok("webhooks.deleteWebhook", { webhookId })
  })
})
