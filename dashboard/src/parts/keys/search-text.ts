import { useState } from "react"
import { withoutKey } from "../../../../src/core/sought-key.ts"
import { useAddress } from "../../address.ts"
import { useDebounced } from "../../ui/use-debounced.ts"
import { looksLikeKey } from "./looks-like-key.ts"

/**
 * The text of the search box of a list that is not one of keys. It stands in the address, so that links and a reload keep
 * it. A text that may hold a key stays on the page, and of what looks like a key the query has only the beginning.
 */
export function useSearchText() {
  const { search, change } = useAddress()
  const [hidden, setHidden] = useState<string>()
  const text = hidden ?? search.search ?? ""
  const typed = useDebounced(text.trim())
  const setText = (next: string) => {
    const mayHoldKey = looksLikeKey(next)
    setHidden(mayHoldKey ? next : undefined)
    change({ search: mayHoldKey ? "" : next })
  }
  /** No cache may keep the answer to a private query. */
  return { text, setText, query: withoutKey(typed), isPrivate: looksLikeKey(typed) }
}
