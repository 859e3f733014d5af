/** Converts a submitted SHA-256, hex or padded base64, to the padded base64 that storage uses. */
export function storedHash(submitted: string): string {
  if (submitted.length !== hexLength) return submitted
  const bytes = submitted.match(/../g) ?? []
  return btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))))
}

/** Splits keys into those with a new hash and those whose hash is taken or repeated. Both keep their order. */
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
