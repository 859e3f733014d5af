import type { TestServer } from "../harness/harness.ts"
import type { ProviderPerson, TestProvider } from "../services/oidc-provider.ts"
import { originOf } from "./passkeys.ts"
import { inBrowser, type Person } from "./person.ts"

/** The status and the title of the page for a person whom Keyward does not let in. */
export const noAccount = [403, "You cannot sign in this way yet"] as const

/** A person of whom Keyward knows nothing yet. */
export function someone(fields: Partial<ProviderPerson> = {}): ProviderPerson {
  const subject = crypto.randomUUID()
  return { subject, email: `${subject}@example.com`, isVerified: true, name: "Ada", ...fields }
}

export function shown({ status, title }: { readonly status: number; readonly title: string | undefined }) {
  return [status, title]
}

/** What people do in a browser. The function returns both servers, once they have started. */
export function browserAt(
  servers: () => { readonly server: TestServer; readonly provider: Pick<TestProvider, "person"> },
) {
  const startLinking = async (person: Person, as: ProviderPerson) => {
    const { server, provider } = servers()
    provider.person = as
    const { body, headers } = await server.call("account.linkOidc", {}, inBrowser(person))
    return followProvider(body.data.url, cookiesOf({ headers }))
  }
  return {
    startLinking,
    async link(person: Person, as: ProviderPerson) {
      const { url, cookie } = await startLinking(person, as)
      return callBack({ url, cookie: `${person.cookie}; ${cookie}` })
    },
    async signInAs(person: ProviderPerson) {
      const { server, provider } = servers()
      provider.person = person
      return callBack(await reachCallback(server))
    },
    accountOf: (cookie: string) => servers().server.ok("account.getAccount", {}, inBrowser({ cookie })),
  }
}

/** A sign-in that the provider has finished, before the browser brings the result to Keyward. */
export interface AtCallback {
  readonly url: URL
  /** The cookie that Keyward has set at the start. */
  readonly cookie: string
}

/** What a browser does up to the callback. */
export async function reachCallback(server: TestServer, start = `${originOf(server)}/oidc/start`): Promise<AtCallback> {
  const started = await fetch(start, { redirect: "manual" })
  if (started.status !== 303) throw new Error(`The start answered ${started.status}.`)
  return followProvider(started.headers.get("location") ?? "", cookiesOf(started))
}

/** Follows the redirects of the provider with the cookies that it sets. */
export async function followProvider(location: string, cookie: string): Promise<AtCallback> {
  const jar = new Map<string, string>()
  let url = new URL(location)
  while (url.pathname !== "/oidc/callback") {
    const sent = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
    const response = await fetch(url, { redirect: "manual", headers: { Cookie: sent } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    const next = response.headers.get("location")
    if (next === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    url = new URL(next, url)
  }
  return { url, cookie }
}

/** Brings the result to Keyward. */
export async function callBack({ url, cookie }: AtCallback) {
  const response = await fetch(url, { redirect: "manual", headers: { Cookie: cookie } })
  const text = await response.text()
  return {
    status: response.status,
    location: response.headers.get("location"),
    title: /<h1>([^<]*)/.exec(text)?.[1],
    /** The session, without the flow that has ended. */
    cookie: cookiesOf(response),
  }
}

export function cookiesOf(response: Pick<Response, "headers">): string {
  return response.headers
    .getSetCookie()
    .filter((cookie) => !/Max-Age=0/.test(cookie))
    .map((cookie) => cookie.slice(0, cookie.indexOf(";")))
    .join("; ")
}
