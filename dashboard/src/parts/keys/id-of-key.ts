import { prefixOfId } from "../../../../src/core/id-shape.ts"
import { useClient } from "../../session.ts"
import { notify } from "../../ui/toast.tsx"
import { findKeyId } from "./find-key.ts"
import { looksLikeKey } from "./looks-like-key.ts"

/** A whole key in a filter must not reach the address: its id takes its place. Undefined if there is no such key. */
export function useIdOfKey(): (text: string) => Promise<string | undefined> {
  const client = useClient()
  return async (text) => {
    if (prefixOfId(text) !== undefined || !looksLikeKey(text)) return text
    const keyId = await findKeyId(client, text).catch(() => undefined)
    if (keyId === undefined) notify({ tone: "bad", title: "This workspace has no such key." })
    return keyId
  }
}
