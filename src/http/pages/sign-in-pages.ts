import type { Page } from "../server/routes.ts"
import { type DashboardFiles, plainBytes, signInPage } from "./dashboard/files.ts"
import { html } from "./html.ts"
import { pageHeaders } from "./page-headers.ts"
import { underPublicOrigin } from "./public-origin.ts"

interface SignInOptions {
  readonly publicOrigin: string
  readonly files: DashboardFiles
  /** How people can sign in besides a password or a key, as `sessions.getSignInMethods` says it. */
  readonly methods: { readonly passkey: boolean; readonly oidc?: { readonly host: string } }
}

const titles: Readonly<Record<string, string>> = {
  "/setup": "Set up Keyward",
  "/sign-in": "Sign in",
  "/invitation": "Invitation",
  "/reset": "New password",
  "/device": "Sign a terminal in",
}

/** The paths of the pages on which people sign in, or do what leads to it. */
export const signInPaths = Object.keys(titles)

/** One page of the dashboard workspace, which finds out from its address what to show. Empty if it was never built. */
export function signInPages({ publicOrigin, files, methods }: SignInOptions): readonly Page[] {
  const file = files.get(signInPage)
  if (file === undefined) return []
  const template = new TextDecoder().decode(plainBytes(file))
  return Object.entries(titles).map(([path, title]) => {
    const values: Readonly<Record<string, string>> = { title, methods: JSON.stringify(methods) }
    const body = template.replace(/\{(title|methods)\}/g, (_, name: string) => html`${values[name] ?? ""}`.markup)
    return underPublicOrigin(publicOrigin, {
      name: "sign-in",
      path,
      serve: async () => ({ status: 200, headers: personalHeaders, body }),
    })
  })
}

/** These pages take secrets, so no browser keeps them. */
const personalHeaders = { ...pageHeaders, "Cache-Control": "no-store", Vary: "Accept" }
