import { prefixOfId } from "../../../../src/core/id-shape.ts"
import { ask } from "../../client.ts"
import { useClient } from "../../session.ts"
import { notify } from "../../ui/toast.tsx"
import { looksLikeKey } from "./looks-like-key.ts"

/** A whole key in a filter must not reach the address: its id takes its place. Undefined if there is no such key. */
export function useIdOfKey(): (text: string) => Promise<string | undefined> {
  const client = useClient()
  return async (text) => {
    if (prefixOfId(text) !== undefined || !looksLikeKey(text)) return text
    const key = await ask(() => client.keys.whoami({ key: text })).catch(() => undefined)
    if (key === undefined) notify({ tone: "bad", title: "This workspace has no such key." })
    return key?.keyId
  }
}
