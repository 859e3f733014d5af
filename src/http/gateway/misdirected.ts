import { invalidInput } from "../../contract/errors.ts"

/** Gateways send this header with every question, and other clients never do. */
const header = "keyward-authorization"

export function isFromGateway(headers: Headers): boolean {
  return headers.has(header)
}

/**
 * Called for every target but /forward-auth. Bun resolves dot segments, so a client's path that a gateway has appended
 * can lead anywhere, and the gateway would take a 2xx of that place for a verdict.
 */
export function refuseMisdirected(headers: Headers): void {
  if (!isFromGateway(headers)) return
  throw invalidInput({
    location: "header.Keyward-Authorization",
    message: "belongs to requests at /forward-auth, and this one came to another path",
  })
}
