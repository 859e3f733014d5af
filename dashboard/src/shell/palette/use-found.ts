import { useEffect, useState } from "react"
import { searchLength } from "../../../../src/contract/bounds.ts"
import { wholeKeyIn } from "../../../../src/core/sought-key.ts"
import { clientFor } from "../../client.ts"
import { messageOf } from "../../error-messages.ts"
import { findKey } from "../../parts/keys/find-key.ts"
import { useSession } from "../../session.ts"
import { type Found, findObjects, isMeant } from "./found.ts"
import { knownId } from "./known-id.ts"

interface Search {
  readonly objects: readonly Found[]
  readonly isBusy: boolean
  readonly error?: string
}

const nothing: Search = { objects: [], isBusy: false }
const pauseMs = 140

/**
 * The objects of the workspace that the text names. A text that may be a whole key is looked up by its hash first, and `onKey`
 * receives the id of that key. The texts stay in this component: the query cache must never hold a secret.
 */
export function useFound(workspaceId: string | undefined, text: string, onKey: (keyId: string) => void): Search {
  const [search, setSearch] = useState(nothing)
  const permissions = useSession()?.workspaces.find((one) => one.workspaceId === workspaceId)?.permissions
  // biome-ignore lint/correctness/useExhaustiveDependencies: Only another text or workspace is another question.
  useEffect(() => {
    if (workspaceId === undefined || permissions === undefined || text === "" || knownId(text) !== undefined) {
      setSearch(nothing)
      return
    }
    const stop = new AbortController()
    const { signal } = stop
    setSearch(({ objects }) => ({ objects: objects.filter((one) => isMeant(one, text)), isBusy: true }))
    const can = (permission: string) => permissions.includes("*") || permissions.includes(permission)
    const run = async () => {
      const client = clientFor(workspaceId)
      const key = can("api.*.read_key") ? wholeKeyIn(text) : undefined
      const sought = key === undefined ? undefined : await findKey(client, key, signal)
      if (signal.aborted) return
      if (sought?.type === "found") return onKey(sought.keyId)
      const objects = await findObjects(client, can, text.slice(0, searchLength.maximum), signal)
      if (signal.aborted) return
      setSearch({ objects, isBusy: false, ...(sought?.type === "failed" && { error: sought.message }) })
    }
    const timer = setTimeout(() => {
      run().catch((error: unknown) => {
        if (!signal.aborted) setSearch({ objects: [], isBusy: false, error: messageOf(error) })
      })
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [workspaceId, text])
  return search
}
