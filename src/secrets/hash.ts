import { SHA256 } from "bun"

/** SHA-256 of the UTF-8 text, as padded standard base64: the form in which keys are stored. */
export function sha256(text: string): string {
  return SHA256.hash(text, "base64")
}
