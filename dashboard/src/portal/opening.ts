import type { PortalView } from "@keyward/client"
import { isEmbedded, keepsCookies } from "./parent.ts"
import { isRefusedLink, openLink, type PortalApi, portalApi } from "./portal-api.ts"
import { rememberSession, sessionOfTab } from "./session-of-tab.ts"

/** What the page shows. */
export type State =
  | { readonly type: "loading" }
  | { readonly type: "open"; readonly api: PortalApi; readonly view: PortalView }
  /** The link is wrong, was used, or is too old. */
  | { readonly type: "refused"; readonly hasLink: boolean }
  /** The session is over. What is known of it says where the person came from. */
  | { readonly type: "expired"; readonly view: PortalView | undefined }
  /** The person has ended it. */
  | { readonly type: "closed"; readonly view: PortalView }
  /** The frame keeps no cookies. The link still works in a tab. */
  | { readonly type: "blocked"; readonly token: string }
  | { readonly type: "failed"; readonly error: unknown }

/** Opens the link, or goes on with the session of this tab. */
export async function openPage(token: string, onEnded: () => void): Promise<State> {
  const sessionId = sessionOfTab()
  if (token === "" && sessionId === undefined) return { type: "refused", hasLink: false }
  if (token !== "" && isEmbedded && !keepsCookies()) return { type: "blocked", token }
  try {
    if (token === "") {
      const api = portalApi(sessionId ?? "new", () => {})
      return { type: "open", api: portalApi(sessionId ?? "new", onEnded), view: await api.getView() }
    }
    const view = await openLink(token, isEmbedded)
    rememberSession(view.session.sessionId)
    return { type: "open", api: portalApi(view.session.sessionId, onEnded), view }
  } catch (error) {
    if (!isRefusedLink(error)) return { type: "failed", error }
    if (token !== "") return { type: "refused", hasLink: true }
    rememberSession(undefined)
    return { type: "expired", view: undefined }
  }
}
