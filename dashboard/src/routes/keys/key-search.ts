import { useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { withoutSecret } from "../../../../src/core/sought-key.ts"
import { findKeyId } from "../../parts/keys/find-key.ts"
import { looksLikeKey } from "../../parts/keys/looks-like-key.ts"
import { useClient, useWorkspace } from "../../session.ts"

const settledMs = 250

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
  const [hidden, setHidden] = useState<string>()
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
    const tryAsKey = async () => {
      write("")
      const keyId = await findKeyId(client, query).catch(() => undefined)
      if (isOver) return
      if (keyId === undefined) setHidden(withoutSecret(query))
      else navigate({ to: "/w/$workspaceId/keys/$keyId", params: { workspaceId, keyId } })
    }
    const timer = setTimeout(() => {
      setHidden(undefined)
      if (looksLikeKey(query)) tryAsKey()
      else write(withoutSecret(query))
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
    query: hidden ?? (search === "" ? undefined : search),
    /** A whole key was tried, and there is none. */
    isUnknownKey: hidden !== undefined,
  }
}
