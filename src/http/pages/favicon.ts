import type { Page } from "../server/routes.ts"

export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M8 1a7 7 0 1 1-7 7v6a1 1 0 0 0 1 1h6" fill="#0a6b66"/></svg>'

/** Browsers ask for this path where a page names no icon. They draw SVG too. */
export const faviconPage: Page = {
  name: "favicon",
  path: "/favicon.ico",
  serve: async () => ({
    status: 200,
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=86400" },
    body: icon,
  }),
}
