import { Fault } from "../../../contract/errors.ts"
import { nextPage } from "../../../core/next-page.ts"
import { OidcFailure } from "../../../oidc/provider.ts"
import type { OidcSignIn } from "../../../oidc/sign-in.ts"
import { beginOidc, type OidcFlow } from "../../../operations/shared/people/begin-oidc.ts"
import { finishOidc, OidcRefusal } from "../../../operations/shared/people/finish-oidc.ts"
import { findVisitor } from "../../request/authenticate-session.ts"
import { browserOf } from "../../request/browser.ts"
import type { RequestContext } from "../../request/request-context.ts"
import { queryOf } from "../../request/request-target.ts"
import { requestTransactions } from "../../request/request-transactions.ts"
import type { ResponseParts } from "../../request/response.ts"
import type { Page } from "../../server/routes.ts"
import type { Service } from "../../service.ts"
import { underPublicOrigin } from "../public-origin.ts"
import { oidcProblemPage } from "./problem-page.ts"

/** The only GET routes that change anything. A sealed cookie binds the second to the first. */
export function oidcPages(service: Service): readonly Page[] {
  const { oidc, publicOrigin } = service
  if (oidc === undefined) return []
  const page = (path: string, serve: Page["serve"]) => underPublicOrigin(publicOrigin, { name: "oidc", path, serve })
  return [
    page("/oidc/start", (_request, _requestId, context) => start(service, oidc, context)),
    page("/oidc/callback", (_request, _requestId, context) => finish(service, oidc, context)),
  ]
}

/** With a longer address, the cookie of a sign-in would be too long for browsers. */
const longestNext = 1_000

async function start(service: Service, oidc: OidcSignIn, context: RequestContext): Promise<ResponseParts> {
  const { vault } = service
  const { host } = oidc.provider
  // A browser asks with HEAD only to look.
  if (context.method !== "GET") return oidcProblemPage("invalid", host, context)
  try {
    const browser = () => browserOf(service, context)
    const next = nextPage(queryOf(context.request.url).get("next"), service.publicOrigin, longestNext)
    const purpose = { type: "sign-in", ...(next !== undefined && { next }) } as const
    return redirect(await beginOidc({ oidc, vault, now: context.now, browser }, purpose))
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    service.log.report(`${host} does not respond, so users cannot sign in with it.`, error.cause)
    return oidcProblemPage("away", host, context)
  }
}

async function finish(service: Service, oidc: OidcSignIn, context: RequestContext): Promise<ResponseParts> {
  const { provider, newcomers } = oidc
  const { request, now, requestId, method } = context
  const flow = method === "GET" ? flowIn(service, context) : undefined
  if (flow === undefined) return oidcProblemPage("invalid", provider.host, context)
  context.cookies.push(service.cookies.noOidcFlow)
  const browser = browserOf(service, context)
  try {
    const identity = await provider.finish(new URL(request.url).search, flow)
    const caller = await findVisitor(service, service.cookies.readSession(request.headers), now)
    const { mint, vault } = service
    const store = requestTransactions(service.store, context)
    await finishOidc({ store, mint, now, requestId, caller, browser, newcomers, hash: vault.hash }, flow, identity)
    return redirect(flow.purpose.type === "link" ? "/account" : (flow.purpose.next ?? "/"))
  } catch (error) {
    if (error instanceof OidcRefusal) {
      browser.noteRefusal()
      return oidcProblemPage(error.reason, provider.host, context)
    }
    if (!(error instanceof OidcFailure)) throw error
    const { problem } = error
    if (problem === "away" || problem === "clock") {
      service.log.report(`A sign-in with ${provider.host} failed.`, error.cause)
    } else browser.noteRefusal()
    return oidcProblemPage(problem, provider.host, context)
  }
}

/** What this browser has started, if that was not too long ago. */
function flowIn({ cookies, vault }: Service, { request, now }: RequestContext): OidcFlow | undefined {
  const sealed = cookies.readOidcFlow(request.headers)
  const text = sealed && vault.openFromBrowser(sealed)
  // Only this installation can have sealed it.
  const flow: OidcFlow | undefined = text ? JSON.parse(text) : undefined
  return flow !== undefined && now < flow.expires ? flow : undefined
}

function redirect(location: string): ResponseParts {
  const headers = { Location: location, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" }
  return { status: 303, headers, body: "" }
}
