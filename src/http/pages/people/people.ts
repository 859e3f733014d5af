import type { Page } from "../../server/routes.ts"
import { asset } from "../asset.ts"
import { type Html, html } from "../html.ts"
import { htmlResponse } from "../layout.ts"
import { underPublicOrigin } from "../public-origin.ts"
import callScript from "./call.client.js" with { type: "text" }
import { homeView, invitationView, resetView, type SignInMethods, setupView, signInView } from "./forms.ts"
import pageScript from "./page.client.js" with { type: "text" }
import passkeysScript from "./passkeys.client.js" with { type: "text" }
import script from "./people.client.js" with { type: "text" }
import style from "./people.css" with { type: "text" }

/** The pages on which people sign in. Their scripts call the operations of the API. */
export function peoplePages(publicOrigin: string, methods: SignInMethods): readonly Page[] {
  const page = (path: string, title: string, main: Html) => underPublicOrigin(publicOrigin, sheet(path, title, main))
  return [
    page("/setup", "Set up Keyward", setupView(methods)),
    page("/sign-in", "Sign in", signInView(methods)),
    page("/invitation", "Invitation", invitationView(methods)),
    page("/reset", "New password", resetView),
    ...assets.map((one) => one.page),
  ]
}

export const peopleStyle = asset("/people/people.css", style)
const main = asset("/people/people.client.js", script)
const assets = [
  peopleStyle,
  main,
  asset("/people/call.client.js", callScript),
  asset("/people/page.client.js", pageScript),
  asset("/people/passkeys.client.js", passkeysScript),
]

/** The start page of a browser. */
export function homePage(publicOrigin: string): Page {
  return underPublicOrigin(publicOrigin, sheet("/", "Keyward", homeView))
}

const head = html`<link rel="stylesheet" href="${peopleStyle.href}"><script type="module" src="${main.href}"></script>`

function sheet(path: string, title: string, view: Html): Page {
  const { headers, ...response } = htmlResponse({ title, head, main: view })
  const answer = { ...response, headers: { ...headers, ...personal } }
  return { name: "people", path, serve: async () => answer }
}

/** These pages take secrets, so no browser keeps them. */
export const personal = { "Cache-Control": "no-store", Vary: "Accept" }
