import type { Config } from "../config.ts"
import type { RequestLog } from "../http/observe/request-log.ts"
import { createWebhookMetrics } from "../http/observe/webhook-metrics.ts"
import type { Vault } from "../secrets/vault.ts"
import type { Store } from "../storage/port/store.ts"
import type { Tracer } from "../tracing/tracer.ts"
import { createDeliverer, type Deliverer } from "../webhooks/deliverer.ts"
import { createWebhookSender } from "../webhooks/sender.ts"
import { tracedSender } from "../webhooks/traced-sender.ts"

interface WebhookOptions {
  readonly store: Store
  readonly vault: Vault
  readonly log: RequestLog
  /** Closes what is started here. */
  readonly opened: AsyncDisposableStack
  /** Undefined if no other process can share the database. */
  readonly node: string | undefined
  readonly holdsLease: (() => boolean) | undefined
  readonly tracer: Tracer | undefined
  now(): number
}

/** Starts the delivery of webhooks, unless this process must send none. */
export function startWebhooks(config: Config, options: WebhookOptions) {
  const { store, vault, log, opened, now, tracer, node = "only", holdsLease = () => true } = options
  let deliverer: Deliverer | undefined
  const metrics = createWebhookMetrics({ delivers: () => deliverer?.hasDuty() ?? false })
  const plainSender = createWebhookSender({ allow: config.webhookAllow, onResult: metrics.sent })
  opened.defer(() => plainSender.close())
  const sender = tracer === undefined ? plainSender : tracedSender(plainSender, tracer)
  if (config.webhooks === "off") return { sender, deliverer, metrics }
  const report = (error: unknown) => log.report("Webhooks could not be delivered. Keyward tries again.", error)
  deliverer = createDeliverer({ store, vault, sender, node, now, holdsLease, report, tracer, random: Math.random })
  opened.defer(() => deliverer?.close())
  return { sender, deliverer, metrics }
}
