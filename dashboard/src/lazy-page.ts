import { type AsyncRouteComponent, lazyRouteComponent } from "@tanstack/react-router"
import { checkReachable } from "./connection.ts"

interface PageModule {
  readonly default: () => React.ReactNode
}

const pages: AsyncRouteComponent<object>[] = []

/**
 * A page that is loaded when it is opened, or earlier by `preloadPages`. If its file is gone because the server was
 * upgraded, the router loads the whole page again, once. While the server cannot be reached, that would lose the page, so it
 * shows an error instead.
 */
export function lazyPage(load: () => Promise<PageModule>): AsyncRouteComponent<object> {
  const page: AsyncRouteComponent<object> = lazyRouteComponent(async () => {
    try {
      return await load()
    } catch (error) {
      if (await checkReachable()) throw error
      throw new Error("The page cannot be loaded while the server cannot be reached.", { cause: error })
    }
  })
  pages.push(page)
  return page
}

const early: (() => Promise<unknown>)[] = []

/** Marks what must be there when it is asked for: keys that are pressed before the search has loaded would be lost. */
export function preloaded<Load extends () => Promise<unknown>>(load: Load): Load {
  early.push(load)
  return load
}

/** Safari cannot say when it is idle. */
const whenIdle = globalThis.requestIdleCallback ?? setTimeout

/** Loads all pages, one after the other while the browser has nothing else to do, so that a click waits for data only. */
export async function preloadPages(): Promise<void> {
  // A failure is harmless here: what was not loaded is loaded when it is opened.
  await Promise.allSettled(early.map((load) => load()))
  for (const page of pages) {
    await new Promise((resolve) => whenIdle(resolve))
    await page.preload?.()
  }
}
