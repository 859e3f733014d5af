import type { Page } from "playwright-core"

interface Shift {
  readonly value: number
  /** What moved, and from where to where. */
  readonly what: string
}

/** From here on, the page notes what moves without a reason, and every response waits for a painted frame. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as LayoutShift
        if (hadRecentInput) continue
        const what = sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement
          const name = `${element?.tagName.toLowerCase()}.${element?.getAttribute("class") ?? ""}`
          return `${name} ${previousRect.y}+${previousRect.height} → ${currentRect.y}+${currentRect.height}`
        })
        shifts.push({ value, what: what.join("; ") })
      }
    }).observe({ type: "layout-shift", buffered: true })
  })
  await page.route("**/v2/**", async (route) => {
    await paintedFrame(page)
    // The page may be gone.
    await route.continue().catch(() => {})
  })
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

/** Without it, a fast server would answer before the browser has shown what holds the place. */
async function paintedFrame(page: Page): Promise<void> {
  const frames = () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
  await page.evaluate(frames).catch(() => {})
}

/** What has moved since the page was loaded. */
export async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  await paintedFrame(page)
  return page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
}
