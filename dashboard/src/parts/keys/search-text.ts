import { useState } from "react"
import { useAddress } from "../../address.ts"
import { useDebounced } from "../../ui/use-debounced.ts"
import { looksLikeKey } from "./looks-like-key.ts"

/**
 * The text of the search box of a list. It stands in the address, so that links and a reload keep it. A text that may be
 * a whole key stays on the page, and `isPrivate` says that no cache may keep it.
 */
export function useSearchText() {
  const { search, change } = useAddress()
  const [hidden, setHidden] = useState<string>()
  const text = hidden ?? search.search ?? ""
  const query = useDebounced(text.trim())
  const setText = (next: string) => {
    const mayBeKey = looksLikeKey(next.trim())
    setHidden(mayBeKey ? next : undefined)
    change({ search: mayBeKey ? "" : next })
  }
  return { text, setText, query, isPrivate: looksLikeKey(query) }
}
