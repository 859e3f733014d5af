import { hasValidChecksum } from "./key-material.ts"

/** How a detail names what was sent. A key that got into the wrong place is a secret, and no detail repeats one. */
export function nameInDetail(text: string): string {
  return hasValidChecksum(text) ? "with the text of a key" : `\`${text}\``
}
