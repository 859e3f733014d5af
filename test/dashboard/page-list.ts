import type { Seeded } from "./seed.ts"

export type PageOfSeed = readonly [path: (seeded: Seeded) => string, shows: string]

/** Each page of the dashboard, below `/w/…` unless it begins with `/operator`, and a text that is there once it has data. */
export const pages: readonly PageOfSeed[] = [
  [() => "", "Top keys"],
  [() => "/apis", "Payments API"],
  [({ apiIds }) => `/apis/${apiIds[0]}`, "Payments API"],
  [() => "/keys", "northwind"],
  [() => "/keys/new", "Create key"],
  [({ keys }) => `/keys/${keys[0]?.keyId}`, "Production"],
  [() => "/customers", "northwind"],
  [({ identityIds }) => `/customers/${identityIds.northwind}`, "northwind"],
  [() => "/plans", "Business"],
  [({ planId }) => `/plans/${planId}`, "What each customer of the plan gets"],
  [() => "/permissions", "billing"],
  [() => "/ratelimits", "uploads"],
  [({ namespaceId }) => `/ratelimits/${namespaceId}`, "vip_*"],
  [() => "/usage", "northwind"],
  [() => "/verifications", "northwind"],
  [() => "/events", "created the"],
  [() => "/webhooks", "#security in Slack"],
  [({ webhookId }) => `/webhooks/${webhookId}`, "Billing"],
  [() => "/portal", "Customers can open the portal"],
  [() => "/root-keys", "Root keys"],
  [() => "/members", "Mara Klein"],
  [() => "/settings", "Settings"],
  [() => "/account", "mara@acme.dev"],
  [() => "/operator/workspaces", "Test"],
  [() => "/operator/nodes", "Nodes"],
  [() => "/operator/users", "mara@acme.dev"],
  [() => "/operator/webhooks", "Directory"],
  [({ installationWebhookId }) => `/operator/webhooks/${installationWebhookId}`, "Directory"],
]

const keysOf = (customer: string, keys: Seeded["keys"]) => keys.filter((key) => key.customer === customer)

/** The parts of pages that only a click opens, or that few objects have. */
export const tabs: typeof pages = [
  [({ apiIds }) => `/apis/${apiIds[0]}?tab=keys`, "northwind"],
  [({ apiIds }) => `/apis/${apiIds[0]}?tab=settings`, "Danger zone"],
  [({ keys }) => `/keys/${keys[1]?.keyId}?tab=limits`, "Changes of the balance"],
  [({ keys }) => `/keys/${keysOf("globex", keys)[3]?.keyId}`, "has used up its quota"],
  [({ keys }) => `/keys/${keys[3]?.keyId}`, "Two secrets work"],
  [({ keys }) => `/keys/${keys[0]?.keyId}?tab=incident`, "Add reports.delete"],
  [({ keys }) => `/keys/${keys[0]?.keyId}?tab=permissions`, "payments.read"],
  [({ keys }) => `/keys/${keys[0]?.keyId}?tab=verifications`, "198.51.100."],
  [({ keys }) => `/keys/${keys[0]?.keyId}?tab=events`, "created the"],
  [({ keys }) => `/keys/${keys[0]?.keyId}?tab=settings`, "Danger zone"],
  [({ identityIds }) => `/customers/${identityIds.northwind}?tab=incident`, "Would be accepted now"],
  [({ identityIds }) => `/customers/${identityIds.northwind}?tab=keys`, "Production"],
  [({ identityIds }) => `/customers/${identityIds.northwind}?tab=billing`, "added credits for pi_1"],
  [({ identityIds }) => `/customers/${identityIds.globex}`, "The quota is used up."],
  [({ identityIds }) => `/customers/${identityIds.northwind}?tab=permissions`, "documents.read"],
  [({ identityIds }) => `/customers/${identityIds.wayne}`, "Every key of this customer is refused"],
  [({ keys }) => `/keys/${keysOf("wayne", keys)[1]?.keyId}?tab=permissions`, "customer lacks it"],
  [({ identityIds }) => `/customers/${identityIds.northwind}?tab=limits`, "Limits shared by all its keys"],
  [({ identityIds }) => `/customers/${identityIds.northwind}?tab=verifications`, "198.51.100."],
  [({ identityIds }) => `/customers/${identityIds.northwind}?tab=settings`, "Danger zone"],
  [({ identityIds }) => `/customers/${identityIds.northwind}?tab=events`, "created the"],
  [({ planId }) => `/plans/${planId}?tab=customers`, "northwind"],
  [() => "/portal?tab=sessions", "No live sessions"],
  [({ webhookId }) => `/webhooks/${webhookId}?tab=settings`, "Signed JSON to an endpoint"],
  [({ installationWebhookId }) => `/operator/webhooks/${installationWebhookId}?tab=settings`, "Signed JSON"],
  [() => "/permissions?tab=permissions", "documents.read"],
  [() => "/permissions?role=billing", "refunds.write"],
]

/** One verification of each kind of refusal, because each has its color. More rows of the same kind only cost time. */
export const refusals = ({
  keys: [limited, rich, , , , , disabled],
}: Seeded): readonly (readonly [string, object])[] => [
  ["DISABLED", { key: disabled?.key }],
  ["NOT_FOUND", { key: "acme_live_guessed" }],
  ["INSUFFICIENT_PERMISSIONS", { key: limited?.key, permissions: "reports.delete" }],
  ["RATE_LIMITED", { key: limited?.key, ratelimits: [{ name: "exports", cost: 6 }] }],
  ["USAGE_EXCEEDED", { key: rich?.key, credits: { cost: 1_000_000 } }],
]
