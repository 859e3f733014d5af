import type { ResponseParts } from "../../request/response.ts"
import type { Page } from "../../server/routes.ts"
import { type Html, html } from "../html.ts"
import { htmlResponse } from "../layout.ts"
import { underPublicOrigin } from "../public-origin.ts"
import accountScript from "./account.client.js" with { type: "text" }
import { accountView } from "./account-view.ts"
import callScript from "./call.client.js" with { type: "text" }
import { homeView, invitationView, resetView, type SignInMethods, setupView, signInView } from "./forms.ts"
import pageScript from "./page.client.js" with { type: "text" }
import passkeysScript from "./passkeys.client.js" with { type: "text" }
import script from "./people.client.js" with { type: "text" }
import style from "./people.css" with { type: "text" }

/** The pages on which people sign in and manage their account. Their scripts call the operations of the API. */
export function peoplePages(publicOrigin: string, methods: SignInMethods): readonly Page[] {
  const page = (path: string, title: string, main: Html) => underPublicOrigin(publicOrigin, sheet(path, title, main))
  return [
    page("/setup", "Set up Keyward", setupView(methods)),
    page("/sign-in", "Sign in", signInView(methods)),
    page("/invitation", "Invitation", invitationView(methods)),
    page("/reset", "New password", resetView),
    page("/account", "Your account", accountView(methods)),
    asset("/people/people.css", "text/css", style),
    ...Object.entries(scripts).map(([name, body]) => asset(`/people/${name}.client.js`, "text/javascript", body)),
  ]
}

const scripts = {
  people: script,
  account: accountScript,
  call: callScript,
  page: pageScript,
  passkeys: passkeysScript,
}

/** The start page of a browser. */
export function homePage(publicOrigin: string): Page {
  return underPublicOrigin(publicOrigin, sheet("/", "Keyward", homeView))
}

function sheet(path: string, title: string, main: Html): Page {
  const head = html`<link rel="stylesheet" href="/people/people.css"><script type="module" src="/people/people.client.js"></script>`
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
