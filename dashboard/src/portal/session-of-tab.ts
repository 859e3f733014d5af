/**
 * Which session this tab is about, so that a reload does not end it. That is no secret: only the cookie opens the session,
 * and no script can read the cookie. A duplicated tab is about the same session.
 */

const nameOf = () => `keyward-portal ${location.pathname}`

export function sessionOfTab(): string | undefined {
  try {
    return sessionStorage.getItem(nameOf()) ?? undefined
  } catch {
    // A frame whose browser keeps nothing for it.
    return undefined
  }
}

export function rememberSession(sessionId: string | undefined): void {
  try {
    if (sessionId === undefined) sessionStorage.removeItem(nameOf())
    else sessionStorage.setItem(nameOf(), sessionId)
  } catch {
    // A reload will need a new link.
  }
}
