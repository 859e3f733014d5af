import { fault } from "../../../contract/errors.ts"
import type { ResponseParts } from "../../request/response.ts"
import type { Page } from "../../server/routes.ts"
import { underPublicOrigin } from "../public-origin.ts"
import { type DashboardFile, plainBytes } from "./files.ts"

type Files = ReadonlyMap<string, DashboardFile>

/** The paths of the dashboard below the start page, which all show the same page, and its assets. */
export function dashboardPages(publicOrigin: string, files: Files): readonly Page[] {
  if (!files.has(index)) return []
  return [
    ...["/w/*", "/operator/*"].flatMap((path) => dashboardPage(publicOrigin, files, path) ?? []),
    { name: "dashboard", path: "/assets/*", serve: async (request) => serveAsset(request, files) },
  ]
}

/** Undefined if the dashboard is switched off or was never built. */
export function dashboardPage(publicOrigin: string, files: Files, path = "/"): Page | undefined {
  const file = files.get(index)
  if (file === undefined) return undefined
  return underPublicOrigin(publicOrigin, {
    name: "dashboard",
    path,
    serve: async (request) => serve(request, file, shellHeaders),
  })
}

const index = "index.html"

function serveAsset(request: Request, files: Files): ResponseParts {
  const name = new URL(request.url).pathname.slice("/assets/".length)
  const file = name === index ? undefined : files.get(name)
  if (file === undefined) throw fault("application/route_not_found")
  return serve(request, file, { ...assetHeaders, "Content-Type": mediaTypeOf(name) })
}

function serve(request: Request, file: DashboardFile, headers: Record<string, string>): ResponseParts {
  const accepted = request.headers.get("accept-encoding") ?? ""
  const [encoding, body] = /\bbr\b/.test(accepted)
    ? (["br", file.brotli] as const)
    : /\bgzip\b/.test(accepted)
      ? (["gzip", file.gzip] as const)
      : ([undefined, plainBytes(file)] as const)
  return { status: 200, headers: { ...headers, ...(encoding && { "Content-Encoding": encoding }) }, body }
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

const shellHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-cache",
  "Content-Security-Policy": policy,
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  Vary: "Accept, Accept-Encoding",
}

/** Names contain a hash of the content. */
const assetHeaders = { "Cache-Control": "public, max-age=31536000, immutable", Vary: "Accept-Encoding" }

function mediaTypeOf(name: string): string {
  return name.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8"
}
