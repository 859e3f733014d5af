import type { Store } from "../../storage/port/store.ts"
import type { RequestContext } from "./request-context.ts"

/** The transactions of one request. If one runs again, it leaves no cookie and no refused sign-in of the earlier run. */
export function requestTransactions(
  store: Pick<Store, "transaction">,
  { cookies, notes }: Pick<RequestContext, "cookies" | "notes">,
): Pick<Store, "transaction"> {
  return {
    transaction(scope, work) {
      const cookiesBefore = cookies.length
      return store.transaction(scope, (tx) => {
        cookies.length = cookiesBefore
        notes.isRefusedSignIn = false
        return work(tx)
      })
    },
  }
}
