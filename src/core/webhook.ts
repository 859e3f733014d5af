import { allNotices, eventTypes, isNotice } from "../contract/event-types.ts"
import type { WebhookDisableReason, WebhookFormat } from "../contract/webhook.ts"
import { withoutNulls } from "./nulls.ts"

/** An endpoint that receives events, as it is stored. */
export interface Webhook {
  readonly id: string
  readonly workspaceId: string
  /** The part of the URL that is no secret. */
  readonly origin: string
  readonly types: readonly string[]
  readonly format: WebhookFormat
  readonly description: string | null
  readonly enabled: boolean
  readonly disabledReason: WebhookDisableReason | null
  /** Encrypted WebhookSecrets; null after an import, which has neither URL nor secret. */
  readonly ciphertext: string | null
  readonly createdAt: number
  readonly updatedAt: number | null
}

/** What is encrypted, because whoever knows it can receive or forge events. */
export interface WebhookSecrets {
  readonly url: string | null
  /** Newest first. `endsAt` is null for the current one. None with the format `slack`. */
  readonly signing: readonly SigningSecret[]
}

export interface SigningSecret {
  /** `whsec_` and base64 of 32 bytes. */
  readonly secret: string
  readonly endsAt: number | null
}

export const noSecrets: WebhookSecrets = { url: null, signing: [] }

/** How many a workspace may have. */
export const webhooksAtMost = 50

/** The secrets that sign now. */
export function secretsAt({ signing }: WebhookSecrets, now: number): readonly string[] {
  return signing.filter(({ endsAt }) => endsAt === null || now < endsAt).map(({ secret }) => secret)
}

/** The current secret signs beside the new one for a while. A third ends the first. */
export function rotatedSecrets(
  signing: readonly SigningSecret[],
  { secret, endsAt }: { readonly secret: string; readonly endsAt: number },
): readonly SigningSecret[] {
  const [current] = signing
  return [{ secret, endsAt: null }, ...(current === undefined ? [] : [{ secret: current.secret, endsAt }])]
}

/** As events record it: without anything that may be a secret. */
export function webhookInEvent({ origin, types, format, description, enabled, disabledReason }: Webhook) {
  return { url: origin, types: [...types], format, enabled, ...withoutNulls({ description, disabledReason }) }
}

/** undefined means all. A name that this version does not know, because a later one stored it, selects nothing. */
export function wantedTypes({ types }: Pick<Webhook, "types">): readonly string[] | undefined {
  if (types.includes("*")) return undefined
  const hasNotices = types.includes(allNotices)
  return eventTypes.filter(
    (type) =>
      types.includes(type) || types.includes(`${type.slice(0, type.indexOf("."))}.*`) || (hasNotices && isNotice(type)),
  )
}

export interface WebhookHealth {
  readonly lastDeliveredAt: number | null
  readonly failingSince: number | null
  readonly waiting: number
  readonly behindSince: number | null
}

export function toWireWebhook(webhook: Webhook, { url, health }: { url: string | null; health: WebhookHealth }) {
  const { id, workspaceId: _workspaceId, origin, types, ciphertext: _ciphertext, ...rest } = webhook
  return { webhookId: id, url: url ?? origin, ...withoutNulls(rest), types: [...types], health: withoutNulls(health) }
}
