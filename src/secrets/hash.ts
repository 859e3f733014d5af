import { SHA256 } from "bun"

/** SHA-256 of UTF-8 text as padded base64, the form in which key hashes are stored. */
export function sha256(text: string): string {
  return SHA256.hash(text, "base64")
}
