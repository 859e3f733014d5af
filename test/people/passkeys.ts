import type { TestServer } from "../harness/harness.ts"
import { type Authenticator, createAuthenticator } from "./authenticator.ts"
import { inBrowser, type Person, visitor } from "./person.ts"

/** The public origin of a server in a test. */
export function originOf({ url }: Pick<TestServer, "url">): string {
  return url.replace("127.0.0.1", "localhost")
}

/** Adds a passkey to the account of a person who has just signed in. */
export async function addPasskey(server: TestServer, person: Person, counts = true): Promise<Authenticator> {
  const authenticator = createAuthenticator(() => originOf(server), { counts })
  const options = await server.ok("account.getPasskeyChallenge", {}, inBrowser(person))
  const body = { name: "Laptop", passkey: authenticator.create(options) }
  await server.ok("account.addPasskey", body, inBrowser(person))
  return authenticator
}

/** What the browser would send to sign in. */
export async function passkeyResponse(
  server: TestServer,
  authenticator: Authenticator,
  changed: Parameters<Authenticator["get"]>[1] = {},
): Promise<{ readonly passkey: object }> {
  const options = await server.ok("sessions.getPasskeyChallenge", {}, visitor)
  return { passkey: authenticator.get(options, changed) }
}
