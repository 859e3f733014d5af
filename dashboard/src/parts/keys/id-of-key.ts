import { ask } from "../../client.ts"
import { useClient } from "../../session.ts"
import { notify } from "../../ui/toast.tsx"
import { looksLikeKey } from "./key-list.ts"

/** Everything that has an id, by the prefix of the id. */
const idShape =
  /^(ws|rk|api|key|id|perm|role|bal|rl|rlns|rlor|mig|usr|inv|ses|dvl|pk|evt|req)_[1-9A-HJ-NP-Za-km-z]{22}$/

/** A whole key in a filter must not reach the address: its id takes its place. Undefined if there is no such key. */
export function useIdOfKey(): (text: string) => Promise<string | undefined> {
  const client = useClient()
  return async (text) => {
    if (idShape.test(text) || !looksLikeKey(text)) return text
    const key = await ask(() => client.keys.whoami({ key: text })).catch(() => undefined)
    if (key === undefined) notify({ tone: "bad", title: "This workspace has no such key." })
    return key?.keyId
  }
}
