import type { Webhook } from "@keyward/client"
import { visibleText } from "../../ui/format.ts"

/** What people call a webhook: its description, or the host that it sends to. */
export function webhookName({ description, url }: Pick<Webhook, "description" | "url">): string {
  return visibleText(description || hostOf(url))
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Where it sends to. The path of a chat service is its password, so that no list shows it. */
export function shownTarget({ url, format }: Pick<Webhook, "url" | "format">): string {
  return visibleText(format === "slack" && URL.canParse(url) ? new URL(url).origin : url)
}
