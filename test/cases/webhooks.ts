import { type Case, casesOf } from "./case.ts"

const known = ({ kept }: { readonly kept: Readonly<Record<string, string>> }) => ({ webhookId: kept.billingWebhookId })
const unknown = { webhookId: "whk_1CeGXWUoiGrkJ5v2n3YvQb" }

export const webhooks: readonly Case[] = [
  ...casesOf("webhooks.createWebhook", [
    {
      input: { url: "https://billing.example/keyward?token=secret", types: ["key.*", "api.created"] },
      keep: { webhookId: "billingWebhookId" },
    },
    { input: { url: "http://billing.example/", types: ["*"] }, data: {} },
    { input: { url: "https://10.1.2.3/", types: ["*"] }, violations: ["body.url"] },
    { input: { url: "https://me:you@billing.example/", types: ["*"] }, violations: ["body.url"] },
    { input: { url: "https://billing.example/", types: ["keys.created"] }, violations: ["body.types[0]"] },
    { input: { url: "", types: [], from: -1 }, violations: ["body.from", "body.types", "body.url"] },
  ]),
  ...casesOf("webhooks.getWebhook", [
    {
      input: known,
      data: { url: "https://billing.example/keyward?token=secret", enabled: true, health: { waiting: 0 } },
    },
    { input: unknown, refused: "404 data/webhook_not_found" },
  ]),
  ...casesOf("webhooks.listWebhooks", [
    { input: { search: "https://billing" }, data: [{ types: ["key.*", "api.created"] }] },
    { input: { limit: 0 }, violations: ["body.limit"] },
  ]),
  ...casesOf("webhooks.updateWebhook", [
    {
      input: (world) => ({ ...known(world), enabled: false, description: "Billing" }),
      data: { enabled: false, disabledReason: "request", description: "Billing" },
    },
    { input: (world) => ({ ...known(world), enabled: true, from: "now" }), data: { enabled: true } },
    { input: (world) => ({ ...known(world), from: "evt_unknown" }), violations: ["body.from"] },
    { input: unknown, refused: "404 data/webhook_not_found" },
  ]),
  ...casesOf("webhooks.rotateSecret", [
    { input: (world) => ({ ...known(world), overlap: 0 }) },
    { input: unknown, refused: "404 data/webhook_not_found" },
  ]),
  ...casesOf("webhooks.sendTest", [
    { input: known, data: { error: "The endpoint has no public address. KEYWARD_WEBHOOK_ALLOW can open others." } },
    { input: (world) => ({ ...known(world), type: "key.creatde" }), violations: ["body.type"] },
    { input: unknown, refused: "404 data/webhook_not_found" },
  ]),
  ...casesOf("webhooks.listDeliveries", [
    { input: known, data: [] },
    { input: unknown, refused: "404 data/webhook_not_found" },
    { input: (world) => ({ ...known(world), status: "lost" }), violations: ["body.status"] },
  ]),
  ...casesOf("webhooks.redeliver", [
    { input: (world) => ({ ...known(world), failedSince: 0 }), data: { deliveries: 0 } },
    { input: (world) => ({ ...known(world), eventIds: ["evt_unknown"] }), refused: "404 data/event_not_found" },
    { input: (world) => ({ ...known(world), eventIds: [], failedSince: 0 }), violations: ["body", "body.eventIds"] },
  ]),
  ...casesOf("webhooks.deleteWebhook", [
    { input: known, data: {} },
    { input: known, refused: "404 data/webhook_not_found" },
  ]),
]
