import { useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { wholeKeyIn, withoutSecret } from "../../../../src/core/sought-key.ts"
import { findKey, type SoughtKey } from "../../parts/keys/find-key.ts"
import { useClient, useWorkspace } from "../../session.ts"

const settledMs = 250

interface Tried {
  /** What is searched for instead. */
  readonly query: string
  readonly sought: Exclude<SoughtKey, { readonly type: "found" }>
}

/**
 * The text of the search box. Short texts go into the address. A text that may be a whole key is first tried as one, by
 * its hash; if it is, its page opens. If not, it is searched for as a name, without a trace in the address.
 */
export function useKeySearch() {
  const client = useClient()
  const { workspaceId } = useWorkspace()
  const { search = "" } = useSearch({ from: "/w/$workspaceId/keys" })
  const navigate = useNavigate()
  const [text, setText] = useState(search)
  const [tried, setTried] = useState<Tried>()
  const written = useRef(search)
  // The user went back, or cleared the filters.
  useEffect(() => {
    if (search === written.current) return
    written.current = search
    setText(search)
  }, [search])
  useEffect(() => {
    const query = text.trim()
    const write = (next: string) => {
      if (next === written.current) return
      written.current = next
      navigate({
        to: "/w/$workspaceId/keys",
        params: { workspaceId },
        search: ({ search: _, ...rest }) => (next === "" ? rest : { ...rest, search: next }),
        replace: true,
      })
    }
    let isOver = false
    const tryAsKey = async (key: string) => {
      write("")
      const sought = await findKey(client, key)
      if (isOver) return
      if (sought.type !== "found") return setTried({ query: withoutSecret(query), sought })
      navigate({ to: "/w/$workspaceId/keys/$keyId", params: { workspaceId, keyId: sought.keyId } })
    }
    const timer = setTimeout(() => {
      setTried(undefined)
      const key = wholeKeyIn(query)
      if (key === undefined) write(withoutSecret(query))
      else tryAsKey(key)
    }, settledMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [text, client, workspaceId, navigate])
  return {
    text,
    setText,
    /** The text to search for now. */
    query: tried?.query ?? (search === "" ? undefined : search),
    /** What became of a text that may be a whole key, if it opened no page. */
    sought: tried?.sought,
  }
}
