import type { TestServer } from "../harness.ts"
import { originOf } from "./passkeys.ts"

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
