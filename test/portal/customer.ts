import type { Reply, TestServer } from "../harness/harness.ts"
import { cookieOf, tokenIn } from "../people/person.ts"

/** A customer's browser in the portal. */
export interface Customer {
  readonly sessionId: string
  readonly cookie: string
  /** The options of a call from its page. */
  readonly page: { readonly session: { readonly cookie: string; readonly portal: string } }
  call(operation: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Reply>
  // biome-ignore lint/suspicious/noExplicitAny: as in Reply.
  ok(operation: string, body?: object): Promise<any>
}

/** The page without a session. */
export const stranger = { session: {} } as const

type Server = Pick<TestServer, "ok" | "call">

/** Opens the portal as the customer of a link, which a root key makes. */
export async function openPortal(server: Server, rootKey: string, link: object): Promise<Customer> {
  const { url } = await server.ok("portal.createSession", link, { key: rootKey })
  return openLink(server, url)
}

export async function openLink(server: Server, url: string): Promise<Customer> {
  const reply = await server.call("portal.openSession", { token: tokenIn(url) }, stranger)
  if (reply.status !== 200) throw new Error(`The link was refused: ${reply.text}`)
  return customerWith(server, { sessionId: reply.body.data.session.sessionId, cookie: cookieOf(reply) })
}

export function customerWith(
  server: Server,
  { sessionId, cookie }: { readonly sessionId: string; readonly cookie: string },
): Customer {
  const page = { session: { cookie, portal: sessionId } }
  return {
    sessionId,
    cookie,
    page,
    call: (operation, body = {}, headers = {}) => server.call(operation, body, { ...page, headers }),
    ok: (operation, body = {}) => server.ok(operation, body, page),
  }
}
