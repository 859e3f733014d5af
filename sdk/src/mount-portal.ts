/** A portal in a page of yours. */
export interface MountedPortal {
  readonly frame: HTMLIFrameElement
  /** Removes the frame. */
  unmount(): void
}

export interface PortalOptions {
  /** The name of the frame for screen readers. Default: "API keys". */
  readonly title?: string
  /** The customer has ended the session, and the frame is gone. */
  readonly onClosed?: () => void
}

/** A link that ends sooner than this after the one before is not replaced, or a link that never works would be asked for forever. */
const shortestLifeMs = 10_000

/**
 * Shows the portal of a customer inside an element. `getUrl` asks your backend for a new link, which comes from
 * `portal.createSession`; it is called again when the session has ended. The frame is as high as its content.
 */
export function mountPortal(
  element: HTMLElement,
  getUrl: () => string | Promise<string>,
  { title = "API keys", onClosed }: PortalOptions = {},
): MountedPortal {
  const frame = element.ownerDocument.createElement("iframe")
  frame.allow = "clipboard-write"
  // The portal learns from it whom it may tell how high it is, in every browser.
  frame.referrerPolicy = "origin"
  frame.title = title
  frame.style.cssText = "border: 0; color-scheme: normal; display: block; height: 480px; width: 100%"
  let origin: string | undefined
  let openedAt = Number.NEGATIVE_INFINITY
  let isMounted = true
  const open = async () => {
    openedAt = performance.now()
    const url = new URL(await getUrl(), element.ownerDocument.baseURI)
    if (!/^https?:$/.test(url.protocol)) throw new TypeError("The link to the portal is not an http address.")
    if (!isMounted) return
    origin = url.origin
    // A link differs from the one before only behind `#`, for which alone no browser loads a page again.
    frame.remove()
    frame.src = url.href
    element.append(frame)
  }
  const hear = ({ source, origin: from, data }: MessageEvent) => {
    if (source !== frame.contentWindow || from !== origin || typeof data !== "object" || data === null) return
    if (data.keyward === "height" && Number.isFinite(data.height)) frame.style.height = `${Math.ceil(data.height)}px`
    if (data.keyward === "expired" && performance.now() - openedAt > shortestLifeMs) report(open())
    if (data.keyward === "closed") {
      mounted.unmount()
      onClosed?.()
    }
  }
  const mounted: MountedPortal = {
    frame,
    unmount() {
      isMounted = false
      removeEventListener("message", hear)
      frame.remove()
    },
  }
  addEventListener("message", hear)
  report(open())
  return mounted
}

/** As an error of the page, so that its own reports have it. */
function report(opening: Promise<void>): void {
  opening.catch(reportError)
}
