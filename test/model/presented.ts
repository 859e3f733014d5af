import type { Key } from "./state.ts"

/**
 * The text that the holder of the key sends. An imported key of the form prefix_short_long is found by its long token until
 * its first verification. After that, another text with the same long token is not found.
 */
export function presentedText({ text, longToken }: Key, form: "usual" | "other"): string {
  if (longToken === undefined) return text ?? ""
  if (form === "other") return `old_app_x1_${longToken}`
  return text ?? `acme_s4f2_${longToken}`
}
