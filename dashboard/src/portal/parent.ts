/** The page that shows this one in a frame. The policy of this page lets only the configured origins do that. */

export const isEmbedded = window.parent !== window

type Message = { readonly keyward: "height"; readonly height: number } | { readonly keyward: "expired" | "closed" }

/** Nothing is read from messages, and none has more than this. A parent that hides its origin is told nothing. */
export function tellParent(message: Message): void {
  const origin = isEmbedded ? parentOrigin() : undefined
  if (origin !== undefined) window.parent.postMessage(message, origin)
}

function parentOrigin(): string | undefined {
  const named = location.ancestorOrigins?.[0] ?? URL.parse(document.referrer)?.origin
  return named === undefined || named === "null" || named === location.origin ? undefined : named
}

/** Tells the parent how high the page is, whenever that changes. */
export function tellHeight(element: Element): void {
  if (!isEmbedded) return
  new ResizeObserver(() => {
    tellParent({ keyward: "height", height: Math.ceil(element.getBoundingClientRect().height) })
  }).observe(element)
}

/**
 * Whether the browser keeps cookies for this page in this frame. A link opens once, so the page finds out before it
 * spends the link.
 */
export function keepsCookies(): boolean {
  const isSecure = location.protocol === "https:"
  const name = isSecure ? "__Host-keyward-portal-test" : "keyward-portal-test"
  const site = isSecure ? "Secure; SameSite=None; Partitioned" : "SameSite=Strict"
  const text = `${name}=1`
  // biome-ignore lint/suspicious/noDocumentCookie: The Cookie Store API is missing where this question matters.
  document.cookie = `${text}; Path=/; Max-Age=60; ${site}`
  const isKept = document.cookie.split("; ").includes(text)
  // biome-ignore lint/suspicious/noDocumentCookie: As above.
  document.cookie = `${name}=; Path=/; Max-Age=0; ${site}`
  return isKept
}
