import type { Field } from "./models.ts"

const secretNames: ReadonlySet<string> = new Set(["key", "rootKey", "plaintext", "secret"])

/** A link of an invitation, a reset or a portal session is a secret, because it needs no other proof. */
const secretLink = /^The link\b/

/** Whether what is printed must hide a field, because it ends up in logs. */
export function isSecret({ wireName, schema, description }: Field): boolean {
  return schema.type === "string" && (secretNames.has(wireName) || (wireName === "url" && secretLink.test(description)))
}
