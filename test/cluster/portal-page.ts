import { cookieOf, tokenIn } from "../people/person.ts"
import { type ApiRequest, type Ask, dataIn } from "./ask.ts"
import { portalOrigin } from "./station.ts"

/** Requests of the page of one customer, for any node. */
export type PageRequest = (operation: string, body?: object) => ApiRequest

/** Opens a link to the portal on one node, as a browser does. */
export async function openPortalPage(ask: Ask, node: number, url: string): Promise<PageRequest> {
  const ofPage = { key: null, headers: { Origin: portalOrigin } }
  const opened = await ask(node, { ...ofPage, operation: "portal.openSession", body: { token: tokenIn(url) } })
  const { sessionId } = dataIn(opened).session
  const headers = { ...ofPage.headers, "Keyward-Portal": sessionId, Cookie: opened.reply ? cookieOf(opened.reply) : "" }
  return (operation, body = {}) => ({ ...ofPage, operation, body, headers })
}
