import type { ResponseParts } from "../request/response.ts"
import { icon } from "./favicon.ts"
import { asHtml, type Html, html, nothing } from "./html.ts"
import style from "./layout.css" with { type: "text" }

interface PageParts {
  readonly title: string
  readonly main: Html
  readonly head?: Html
  /** `self` for a page with its own script that calls the server. */
  readonly scripts?: "none" | "self"
}

/** The layout of every page. It loads nothing from other origins. */
export function htmlResponse({ title, main, head = nothing, scripts = "none" }: PageParts): ResponseParts {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${iconUrl}">
<style>${asHtml(style)}</style>
${head}
</head>
<body>
<header class="masthead">
<a class="mark" href="/">Keyward</a>
<a href="/reference">Reference</a>
<a href="/api-reference/errors-v2/service">Errors</a>
<a href="/openapi.json">OpenAPI</a>
</header>
<main>
${main}
</main>
</body>
</html>
`
  return { status: 200, headers: { ...headers, "Content-Security-Policy": policies[scripts] }, body: markup }
}

const iconUrl = `data:image/svg+xml,${encodeURIComponent(icon)}`

const headers = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-cache",
  "Referrer-Policy": "no-referrer",
}

const styleHash = new Bun.CryptoHasher("sha256").update(style).digest("base64")

const basePolicy = [
  "default-src 'none'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  `style-src 'sha256-${styleHash}'`,
].join("; ")

const policies = {
  none: basePolicy,
  self: `${basePolicy} 'self'; script-src 'self'; connect-src 'self'`,
}
