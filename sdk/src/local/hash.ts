interface NodeCrypto {
  /** Missing in Node before 20.12. */
  readonly hash?: ((algorithm: "sha256", text: string, encoding: "base64") => string) | undefined
  createHash(algorithm: "sha256"): { update(text: string): { digest(encoding: "base64"): string } }
}

interface Host {
  readonly process?: { readonly getBuiltinModule?: (name: "node:crypto") => NodeCrypto }
}

/**
 * SHA-256 in base64, at once. Undefined in a runtime that can only do it later, such as a browser: WebCrypto takes 50 µs, and
 * a decision could not be made in one step.
 */
export function findHash(host: Host = globalThis as Host): ((text: string) => string) | undefined {
  const crypto = host.process?.getBuiltinModule?.("node:crypto")
  if (crypto === undefined) return undefined
  const { hash } = crypto
  if (hash !== undefined) return (text) => hash("sha256", text, "base64")
  return (text) => crypto.createHash("sha256").update(text).digest("base64")
}
