import type { Browser } from "../../operations/context.ts"
import type { Service } from "../service.ts"
import { clientOf, type RequestContext } from "./request-context.ts"
import { addHeaders } from "./response-headers.ts"

type BrowserService = Pick<Service, "cookies" | "publicOrigin" | "portalOrigin" | "hasDashboard" | "trustedProxies">

/** Longer names of browsers are cut. */
const longestAgent = 256

export function browserOf(service: BrowserService, context: RequestContext): Browser {
  const { cookies, publicOrigin, portalOrigin, hasDashboard } = service
  const { headers } = context.request
  const address = clientOf(service, context)
  return {
    address,
    hasPages: hasDashboard,
    userAgent: headers.get("user-agent")?.slice(0, longestAgent) ?? null,
    noteRefusal() {
      context.notes.isRefusedSignIn = true
    },
    knownUserId: () => cookies.readDevice(headers),
    setSession(token, { maxAgeMs, userId }) {
      context.cookies.push(cookies.session(token, maxAgeMs))
      if (userId !== undefined) context.cookies.push(cookies.device(userId))
    },
    clearSession() {
      context.cookies.push(cookies.noSession)
      // Without "cookies": the device cookie stays, so that guesses of a stranger cannot slow down the next sign-in.
      addHeaders(context, { "Clear-Site-Data": '"cache", "storage"' })
    },
    setOidcFlow: (sealed, maxAgeMs) => context.cookies.push(cookies.oidcFlow(sealed, maxAgeMs)),
    portal: {
      urlOf: (workspaceId) => portalOrigin && `${portalOrigin}/portal/${workspaceId}`,
      hasOwnOrigin: portalOrigin !== undefined && portalOrigin !== publicOrigin,
      token: cookies.readPortal(headers),
      setSession: (token, about) => context.cookies.push(cookies.portal(token, about)),
      clearSession: () => context.cookies.push(...cookies.noPortal),
    },
    linkTo: (page, token) => `${publicOrigin}/${page}${token === undefined ? "" : `#${token}`}`,
  }
}
