import { noSecrets, type Webhook, type WebhookSecrets } from "../../../core/webhook.ts"
import type { Vault } from "../../../secrets/vault.ts"

/** Throws if no configured encryption key decrypts them. */
export function openSecrets(
  vault: Pick<Vault, "openWebhook">,
  { id, ciphertext }: Pick<Webhook, "id" | "ciphertext">,
): WebhookSecrets {
  return ciphertext === null ? noSecrets : (JSON.parse(vault.openWebhook(ciphertext, id)) as WebhookSecrets)
}

export function sealSecrets(vault: Pick<Vault, "sealWebhook">, id: string, secrets: WebhookSecrets): string {
  return vault.sealWebhook(JSON.stringify(secrets), id)
}
