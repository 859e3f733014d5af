import type { Key } from "./state.ts"

/**
 * What a holder of the key sends. An imported key of the form prefix_short_long is found by its long token alone until it
 * is seen whole for the first time; from then on another text with the same long token is unknown.
 */
export function presentedText({ text, longToken }: Key, form: "usual" | "other"): string {
  if (longToken === undefined) return text ?? ""
  if (form === "other") return `old_app_x1_${longToken}`
  return text ?? `acme_s4f2_${longToken}`
}
