import { createHash } from "node:crypto"
import { fault } from "../../../contract/errors.ts"
import { chooseEncoding } from "../../request/accept-encoding.ts"
import type { Cookies } from "../../request/cookies.ts"
import { prefersHtml } from "../../request/prefers-html.ts"
import { pathOf, targetOf } from "../../request/request-target.ts"
import type { ResponseParts } from "../../request/response.ts"
import type { Page } from "../../server/routes.ts"
import { isKnownVersion } from "../known-version.ts"
import { underPublicOrigin } from "../public-origin.ts"
import { type DashboardFile, type DashboardFiles, index, isPage, plainBytes } from "./files.ts"
import { assetHeaders, shellHeaders } from "./headers.ts"

interface Shown {
  readonly publicOrigin: string
  readonly cookies: Pick<Cookies, "readSession">
  readonly files: DashboardFiles
}

/** All of these show the same page, which finds out from its address what to show. */
const paths = ["/w", "/w/*", "/operator", "/operator/*", "/account"]

/** The paths of the dashboard below the start page. Empty if it was never built. */
export function dashboardPages(shown: Shown): readonly Page[] {
  const shell = dashboardShell(shown)
  if (shell === undefined) return []
  const forBrowsers: Page["serve"] = async (request, requestId, context) => {
    if (!prefersHtml(request.headers.get("accept"))) throw fault("application/route_not_found")
    return shell.serve(request, requestId, context)
  }
  return paths.map((path) => ({ ...shell, path, serve: forBrowsers }))
}

export const assetPath = "/assets/*"

/** What these pages and the portal load. */
export function assetPage(files: DashboardFiles): Page {
  return { name: "dashboard", path: assetPath, serve: async (request) => asset(request, files) }
}

/** The page itself. Undefined if it was never built. */
export function dashboardShell({ publicOrigin, cookies, files }: Shown): Page | undefined {
  const file = files.get(index)
  if (file === undefined) return undefined
  const etag = `W/"${createHash("sha256").update(file.gzip).digest("base64url").slice(0, 22)}"`
  const headers = { ...shellHeaders, ETag: etag }
  return underPublicOrigin(publicOrigin, {
    name: "dashboard",
    path: "/",
    async serve(request) {
      if (cookies.readSession(request.headers) === undefined) return signInFirst(targetOf(request.url))
      if (isKnownVersion(request, etag)) return { status: 304, headers, body: "" }
      return encoded(request, file, headers)
    },
  })
}

/** Only a hint, so that visitors do not wait for a page that cannot show anything. The operations check the session. */
function signInFirst(target: string): ResponseParts {
  const location = target === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(target)}`
  return { status: 303, headers: { Location: location, "Cache-Control": "no-store" }, body: "" }
}

/** Assets of another version do not exist here, and no cache may remember that. */
function asset(request: Request, files: DashboardFiles): ResponseParts {
  const name = pathOf(request.url).slice("/assets/".length)
  const file = isPage(name) ? undefined : files.get(name)
  if (file === undefined) throw fault("application/route_not_found", { headers: { "Cache-Control": "no-store" } })
  return encoded(request, file, assetHeaders(name))
}

function encoded(request: Request, file: DashboardFile, headers: Readonly<Record<string, string>>): ResponseParts {
  const encoding = chooseEncoding(request.headers.get("accept-encoding"))
  switch (encoding) {
    case "br":
      return { status: 200, headers: { ...headers, "Content-Encoding": encoding }, body: file.brotli }
    case "gzip":
      return { status: 200, headers: { ...headers, "Content-Encoding": encoding }, body: file.gzip }
    case "identity":
      return { status: 200, headers, body: plainBytes(file) }
  }
}
