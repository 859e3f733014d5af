import { afterAll, describe, expect, test } from "bun:test"
import { Webhook } from "standardwebhooks"
import { eventTypes } from "../../src/contract/event-types.ts"
import { rejection } from "../../test/harness/rejection.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { until } from "../../test/harness/until.ts"
import { startReceiver } from "../../test/services/receiver.ts"
import { verifyWebhook, WebhookError } from "./index.ts"

const keyward = serveKeyward({ engine: "sqlite", environment: { KEYWARD_WEBHOOKS: "on" } })

const receiver = startReceiver()
afterAll(() => receiver.stop())

describe("verifyWebhook", () => {
  test("accepts what Keyward sends, as the published library does, with both secrets during an overlap", async () => {
    const { webhookId, secret } = await keyward.ok("webhooks.createWebhook", { url: receiver.url(), types: ["api.*"] })
    const secrets = [secret, (await keyward.ok("webhooks.rotateSecret", { webhookId })).secret]
    await keyward.ok("apis.createApi", { name: "Zoë's API" })
    await keyward.ok("webhooks.sendTest", { webhookId, type: "key.created" })
    await until(() => receiver.received.length >= 2)
    // Every type, so that every body of the list of types is verified.
    for (const type of eventTypes) await keyward.ok("webhooks.sendTest", { webhookId, type })
    expect(receiver.received.map(({ message }) => message.type).sort()).toEqual(
      ["api.created", "key.created", ...eventTypes].toSorted(),
    )
    for (const { body, headers, message } of receiver.received) {
      for (const one of secrets) {
        expect(new Webhook(one).verify(body, headers)).toEqual(message)
        expect<unknown>(await verifyWebhook(body, headers, one)).toEqual(message)
        expect<unknown>(await verifyWebhook(new TextEncoder().encode(body), new Headers(headers), one)).toEqual(message)
      }
    }
  })

  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
  const signedAt = (time: number, body = "{}") => {
    const seconds = Math.floor(time / 1000)
    const signature = new Webhook(secret).sign("evt_1", new Date(seconds * 1000), body)
    return { "webhook-id": "evt_1", "webhook-timestamp": String(seconds), "webhook-signature": signature }
  }
  const now = signedAt(Date.now())
  const others: [string, string, Record<string, string>, string][] = [
    ["another body", "{ }", now, secret],
    ["another id", "{}", { ...now, "webhook-id": "evt_2" }, secret],
    ["another secret", "{}", now, `whsec_${Buffer.alloc(32, 8).toString("base64")}`],
    ["no signature", "{}", {}, secret],
    [
      "a signature of another version",
      "{}",
      { ...now, "webhook-signature": now["webhook-signature"].replace("v1", "v1a") },
      secret,
    ],
    ["no base64", "{}", { ...now, "webhook-signature": "v1,ä" }, secret],
    ["an old signature", "{}", signedAt(Date.now() - 400_000), secret],
    ["a signature of the future", "{}", signedAt(Date.now() + 400_000), secret],
    ["a time that is none", "{}", { ...now, "webhook-timestamp": "soon" }, secret],
  ]
  test.each(others)("refuses a request with %s", async (_what, body, headers, known) => {
    expect(await rejection(verifyWebhook(body, headers, known))).toBeInstanceOf(WebhookError)
  })

  test("finds the right signature among others, and says if the secret is none", async () => {
    const several = { ...now, "webhook-signature": `v1,AAAA v1a,AAAA ${now["webhook-signature"]}` }
    expect<unknown>(await verifyWebhook("{}", several, secret)).toEqual({})
    expect(await rejection(verifyWebhook("{}", now, "ä"))).toBeInstanceOf(TypeError)
  })
})
