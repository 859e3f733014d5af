/** A SHA-256 as keys are stored by it, padded base64, from the forms in which it may be submitted: hex or that very base64. */
export function storedHash(submitted: string): string {
  if (submitted.length !== hexLength) return submitted
  const bytes = submitted.match(/../g) ?? []
  return btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))))
}

/** Keys whose hash is not taken, each hash once; what remains failed. Both in their order. */
export function separateTaken<Key extends { readonly hash: string }>(keys: readonly Key[], taken: ReadonlySet<string>) {
  const unavailable = new Set(taken)
  const fresh: Key[] = []
  const failed: Key[] = []
  for (const key of keys) {
    const hash = storedHash(key.hash)
    if (unavailable.has(hash)) failed.push(key)
    else fresh.push(key)
    unavailable.add(hash)
  }
  return { fresh, failed }
}

const hexLength = 64
