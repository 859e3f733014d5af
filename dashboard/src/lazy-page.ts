import { type AsyncRouteComponent, lazyRouteComponent } from "@tanstack/react-router"
import { checkReachable } from "./connection.ts"

interface PageModule {
  readonly default: () => React.ReactNode
}

/**
 * A page that is loaded when it is opened, or when the pointer or the focus is on its link. If its file is gone because the
 * server was upgraded, the router loads the whole page again, once. While the server cannot be reached, that would lose the
 * page, so it shows an error instead.
 */
export function lazyPage(load: () => Promise<PageModule>): AsyncRouteComponent<object> {
  return lazyRouteComponent(async () => {
    try {
      return await load()
    } catch (error) {
      if (await checkReachable()) throw error
      throw new Error("The page cannot be loaded while the server cannot be reached.", { cause: error })
    }
  })
}
