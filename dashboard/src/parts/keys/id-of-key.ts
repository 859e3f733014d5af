import { wholeKeyIn } from "../../../../src/core/sought-key.ts"
import { useClient } from "../../session.ts"
import { notify } from "../../ui/toast.tsx"
import { findKey } from "./find-key.ts"

/** A whole key in a filter must not reach the address: its id takes its place. Undefined if no key is found. */
export function useIdOfKey(): (text: string) => Promise<string | undefined> {
  const client = useClient()
  return async (text) => {
    const key = wholeKeyIn(text)
    if (key === undefined) return text
    const sought = await findKey(client, key)
    if (sought.type === "found") return sought.keyId
    notify({ tone: "bad", title: sought.type === "none" ? "This workspace has no such key." : sought.message })
    return undefined
  }
}
