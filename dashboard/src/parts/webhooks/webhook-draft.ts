import type { Webhook } from "@keyward/client"

/** The fields of a webhook that people choose, as they type them. */
export interface WebhookDraft {
  readonly url: string
  readonly types: readonly string[]
  readonly format: Webhook["format"]
  readonly description: string
}

export const webhookFields = ["url", "types", "description", "from"]

export const emptyWebhook: WebhookDraft = { url: "", types: [], format: "standard", description: "" }

export function webhookDraft({ url, types, format, description = "" }: Webhook): WebhookDraft {
  return { url, types, format, description }
}

/** Only what differs, so that two people can edit different things. */
export function changedFields(before: WebhookDraft, after: WebhookDraft) {
  const url = after.url.trim()
  const description = after.description.trim()
  const isSame = before.types.length === after.types.length && before.types.every((type) => after.types.includes(type))
  return {
    ...(url !== before.url && { url }),
    ...(!isSame && { types: after.types }),
    ...(description !== before.description && { description: description === "" ? null : description }),
  }
}

export function isComplete({ url, types }: WebhookDraft): boolean {
  return url.trim() !== "" && types.length > 0
}
