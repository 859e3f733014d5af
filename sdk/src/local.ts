import { createVerifier, type LocalVerifier, type LocalVerifierOptions, ownSurroundings } from "./local/verifier.ts"

export type { VerifierState } from "./local/attachment.ts"
export type { WebSocketConstructor, WebSocketLike } from "./local/socket.ts"
export type { LocalVerifier, LocalVerifierOptions } from "./local/verifier.ts"

/**
 * Verifies keys in this process. It is also what the guards take: `withKeyward(verifier, …)`. Throws a TypeError if address or
 * key are missing or malformed.
 */
export function createLocalVerifier(options: LocalVerifierOptions = {}): LocalVerifier {
  return createVerifier(options, ownSurroundings)
}
