import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createHmac } from "node:crypto"
import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { createApi } from "../harness/fixtures.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { type ChildProcess, startProcess } from "../services/child-process.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { blocksIn } from "./page.ts"

const page = "docs/guides/quotas-and-credits.md"
const webhookSecret = "whsec_docs"

/** What the blocks of the guide leave to their reader. Stripe's own client calls the server of this test. */
const surroundings = (here: string) => `
import express from "express"
import Stripe from "stripe"
import { createKeyward } from "${here}/sdk/src/index.ts"

const keyward = createKeyward({ url: process.env.KEYWARD_URL, key: process.env.KEYWARD_KEY })
const { hostname: host, port } = new URL(process.env.STRIPE_URL)
const stripe = new Stripe("sk_docs", { host, port, protocol: "http", telemetry: false, maxNetworkRetries: 0 })
const webhookSecret = "${webhookSecret}"
const app = express()
`

/** Run in Node.js, where most readers run them. */
describe("the blocks about Stripe in the guide about quotas and credits", () => {
  const clock = { now: Date.parse("2026-11-20T00:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  const folder = temporaryFolder()
  const meterEvents: Record<string, string>[] = []
  const stripeServer = Bun.serve({
    port: 0,
    async fetch(request) {
      const call = `${request.method} ${new URL(request.url).pathname} ${request.headers.get("authorization")}`
      if (call !== "POST /v1/billing/meter_events Bearer sk_docs") return new Response("{}", { status: 404 })
      meterEvents.push(Object.fromEntries(new URLSearchParams(await request.text())))
      return Response.json({ object: "billing.meter_event" })
    },
  })
  let application: ChildProcess
  let url = ""
  const env = () => ({ KEYWARD_URL: keyward.url, KEYWARD_KEY: keyward.rootKey, STRIPE_URL: stripeServer.url.href })
  const built = (name: string) => join(folder.path, `built/${name}.js`)

  beforeAll(async () => {
    const here = process.cwd()
    const [webhook, invoice] = blocksIn(page).filter(({ language }) => language === "js")
    const listening = `const server = app.listen(0, () => console.log("http://localhost:" + server.address().port))`
    await Bun.write(join(folder.path, "webhook.mjs"), `${surroundings(here)}\n${webhook?.text}\n${listening}\n`)
    await Bun.write(join(folder.path, "invoice.mjs"), `${surroundings(here)}\n${invoice?.text}\n`)
    await Bun.write(join(folder.path, "package.json"), `{ "type": "module" }`)
    symlinkSync(join(here, "node_modules"), join(folder.path, "node_modules"))
    const entrypoints = ["webhook", "invoice"].map((name) => join(folder.path, `${name}.mjs`))
    await Bun.build({ entrypoints, target: "node", packages: "external", outdir: join(folder.path, "built") })
    application = startProcess({ command: ["node", built("webhook")], env: env() })
    url = (await application.waitForOutput(/http:\/\/localhost:\d+/))[0]
  })

  afterAll(async () => {
    application.kill("SIGTERM")
    await application.exit
    await stripeServer.stop(true)
    folder.remove()
  })

  interface Payment {
    readonly id: string
    readonly cents: number
    readonly metadata: object
    readonly secret?: string
    readonly type?: string
    readonly ageSeconds?: number
  }

  /** Signs as https://docs.stripe.com/webhooks describes: HMAC-SHA256 of the time and the body, with the endpoint's secret. */
  const sendWebhook = async (payment: Payment) => {
    const { id, cents, metadata, secret = webhookSecret, type = "payment_intent.succeeded", ageSeconds = 0 } = payment
    const object = { id, object: "payment_intent", amount: cents, amount_received: cents, currency: "usd", metadata }
    const body = JSON.stringify({ id: "evt_docs", object: "event", type, data: { object } }, null, 2)
    const time = Math.floor(Date.now() / 1_000) - ageSeconds
    const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "Stripe-Signature": `t=${time},v1=${signature}`,
    }
    return (await fetch(`${url}/stripe`, { method: "POST", headers, body })).status
  }
  const remaining = async (identity: string) =>
    (await keyward.ok("identities.getIdentity", { identity })).credits?.remaining

  test("a signed payment is credited once, however often Stripe sends it", async () => {
    await keyward.ok("identities.createIdentity", { externalId: "reef" })
    const payment = { id: "pi_1", cents: 500, metadata: { customer: "reef" } }
    expect(await Promise.all(Array.from({ length: 5 }, () => sendWebhook(payment)))).toEqual([200, 200, 200, 200, 200])
    expect(await remaining("reef")).toBe(5_000_000)
    expect(await sendWebhook({ ...payment, id: "pi_2" })).toBe(200)
    expect(await remaining("reef")).toBe(10_000_000)
  })

  test("forged and old webhooks, and those that are no payment of a customer, credit nothing", async () => {
    const payment = { id: "pi_3", cents: 500, metadata: { customer: "reef" } }
    expect(await sendWebhook({ ...payment, secret: "whsec_guessed" })).toBe(400)
    expect(await sendWebhook({ ...payment, ageSeconds: 600 })).toBe(400)
    expect(await sendWebhook({ ...payment, type: "payment_intent.created" })).toBe(200)
    expect(await sendWebhook({ ...payment, metadata: {} })).toBe(200)
    expect(await remaining("reef")).toBe(10_000_000)
  })

  test("Stripe sends a payment again that could not be credited", async () => {
    const payment = { id: "pi_4", cents: 100, metadata: { customer: "atoll" } }
    expect(await sendWebhook(payment)).toBe(503)
    await keyward.ok("identities.createIdentity", { externalId: "atoll" })
    expect(await sendWebhook(payment)).toBe(200)
    expect(await remaining("atoll")).toBe(1_000_000)
  })

  test("the overage of a month goes to a meter, once for each customer that has any", async () => {
    const apiId = await createApi(keyward)
    const spend = async (externalId: string, cost: number) => {
      const { key } = await keyward.ok("keys.createKey", { apiId, externalId })
      expect((await keyward.ok("keys.verifyKey", { key, credits: { cost } })).code).toBe("VALID")
    }
    const quota = { limit: 5, interval: "monthly", overage: null }
    const customers = { dune: 7, cliff: 5, shore: 9 }
    for (const [externalId, cost] of Object.entries(customers)) {
      const meta = { stripeCustomer: `cus_${externalId}` }
      await keyward.ok("identities.createIdentity", { externalId, quota, meta })
      await spend(externalId, cost)
    }
    // What was counted in December alone belongs to another invoice.
    clock.now = Date.parse("2026-12-01T00:01:00Z")
    await keyward.ok("identities.createIdentity", { externalId: "cape", quota, meta: { stripeCustomer: "cus_cape" } })
    await spend("cape", 8)

    const invoice = startProcess({ command: ["node", built("invoice"), "2026-11"], env: env() })
    expect([await invoice.exit, invoice.stderr()]).toEqual([{ code: 0, signal: null }, ""])
    const { id: dune } = await keyward.ok("identities.getIdentity", { identity: "dune" })
    expect(meterEvents.map((event) => [event["payload[stripe_customer_id]"], event["payload[value]"]]).sort()).toEqual([
      ["cus_dune", "2"],
      ["cus_shore", "4"],
    ])
    expect(meterEvents.find((event) => event["payload[value]"] === "2")).toMatchObject({
      event_name: "overage",
      identifier: `${dune}-${Date.parse("2026-11-01T00:00:00Z")}`,
      timestamp: `${Date.parse("2026-11-30T23:59:59Z") / 1_000}`,
    })
  })
})
