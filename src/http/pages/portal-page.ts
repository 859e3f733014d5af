import { fault } from "../../contract/errors.ts"
import { isLoopback } from "../../contract/loopback.ts"
import { isIdShaped } from "../../core/id-shape.ts"
import type { Reads } from "../../storage/port/store.ts"
import { pathOf, targetOf } from "../request/request-target.ts"
import type { Page } from "../server/routes.ts"
import { type DashboardFiles, plainBytes, portalPage } from "./dashboard/files.ts"
import { pageHeaders, policyFor } from "./page-headers.ts"
import { unbuiltPage } from "./unbuilt-page.ts"

interface PortalSources {
  readonly origin: string
  /** Whether other sites may embed it. */
  readonly isOwnOrigin: boolean
  readonly files: DashboardFiles
  readonly portals: Pick<Reads["portals"], "findRules">
}

export const portalPath = "/portal/*"

/** The page of all portals. Its headers alone say which workspace it is for, and an unknown one has the usual headers. */
export function portalPages({ origin, isOwnOrigin, files, portals }: PortalSources): readonly Page[] {
  const file = files.get(portalPage)
  if (file === undefined) return [unbuiltPage(origin, portalPath)]
  const body = new TextDecoder().decode(plainBytes(file))
  const page: Page = {
    name: "portal",
    path: portalPath,
    async serve(request) {
      const workspaceId = pathOf(request.url).slice("/portal/".length)
      const isKnown = isOwnOrigin && isIdShaped("ws", workspaceId)
      const rules = isKnown ? await portals.findRules(workspaceId) : undefined
      return { status: 200, headers: headersFor(rules?.frameAncestors ?? []), body }
    },
  }
  return [underPortalOrigin(origin, page)]
}

/** A token follows the address, so no browser keeps the page, and none tells the address to other sites. */
function headersFor(frameAncestors: readonly string[]): Readonly<Record<string, string>> {
  const isEmbeddable = frameAncestors.length > 0
  return {
    ...pageHeaders,
    "Content-Security-Policy": policyFor(frameAncestors),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    ...(isEmbeddable && { "Cross-Origin-Resource-Policy": "cross-origin" }),
  }
}

/** Elsewhere the page does not exist, because its cookie and its calls belong to one origin. */
function underPortalOrigin(origin: string, page: Page): Page {
  const { host, hostname } = new URL(origin)
  return {
    ...page,
    async serve(request, requestId, context) {
      const requested = URL.parse(request.url)
      if (requested?.host === host) return page.serve(request, requestId, context)
      if (!isLoopback(requested?.hostname) || !isLoopback(hostname)) throw fault("application/route_not_found")
      // Browsers keep the part behind `#`, which holds the token.
      const headers = { Location: `${origin}${targetOf(request.url)}`, "Cache-Control": "no-store" }
      return { status: 307, headers, body: "" }
    },
  }
}
