import type { ResponseParts } from "../../request/response.ts"
import type { Page } from "../../server/routes.ts"
import { type Html, html } from "../html.ts"
import { htmlResponse } from "../layout.ts"
import { underPublicOrigin } from "../public-origin.ts"
import { accountView, homeView, invitationView, resetView, setupView, signInView } from "./forms.ts"
import script from "./people.client.js" with { type: "text" }
import style from "./people.css" with { type: "text" }

/** The pages on which people sign in and manage their account. Their script calls the operations of the API. */
export function peoplePages(publicOrigin: string): readonly Page[] {
  const page = (path: string, title: string, main: Html) => underPublicOrigin(publicOrigin, sheet(path, title, main))
  return [
    page("/setup", "Set up Keyward", setupView),
    page("/sign-in", "Sign in", signInView),
    page("/invitation", "Invitation", invitationView),
    page("/reset", "New password", resetView),
    page("/account", "Your account", accountView),
    asset("/people/people.css", "text/css", style),
    asset("/people/people.js", "text/javascript", script),
  ]
}

/** The start page of a browser. */
export function homePage(publicOrigin: string): Page {
  return underPublicOrigin(publicOrigin, sheet("/", "Keyward", homeView))
}

function sheet(path: string, title: string, main: Html): Page {
  const head = html`<link rel="stylesheet" href="/people/people.css"><script src="/people/people.js" defer></script>`
  const response = htmlResponse({ title, head, main, scripts: "self" })
  const headers = { ...response.headers, ...isolation }
  const answer: ResponseParts = { ...response, headers }
  return { name: "people", path, serve: async () => answer }
}

/** The referrer would otherwise be hidden from this server too, and other windows could keep a handle on the page. */
const isolation = {
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cache-Control": "no-store",
  Vary: "Accept",
}

function asset(path: string, mediaType: string, body: string): Page {
  const headers = { "Content-Type": `${mediaType}; charset=utf-8`, "Cache-Control": "no-cache" }
  const answer = { status: 200, headers, body }
  return { name: "people", path, serve: async () => answer }
}
