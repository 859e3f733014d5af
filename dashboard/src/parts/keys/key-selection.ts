import type { Key } from "@keyward/client"
import { useState } from "react"
import type { Matches } from "../../client.ts"
import type { BulkTarget } from "./bulk-change.ts"
import type { KeyFilter } from "./key-list.ts"

interface List {
  readonly items: readonly Key[] | undefined
  readonly matches: Matches | undefined
}

/** Chosen rows, or all keys that match the filter. */
type Chosen = { readonly type: "rows"; readonly ids: ReadonlySet<string> } | { readonly type: "all" }

const none: Chosen = { type: "rows", ids: new Set() }

/** Which keys of a list are selected. Another filter selects others, so the choice ends with it. */
export function useKeySelection(filter: KeyFilter, { items = [], matches }: List) {
  const question = JSON.stringify(filter)
  const [state, setState] = useState<{ readonly question: string; readonly chosen: Chosen }>({ question, chosen: none })
  const chosen = state.question === question ? state.chosen : none
  const choose = (next: Chosen) => setState({ question, chosen: next })
  const keys = chosen.type === "all" ? items : items.filter(({ keyId }) => chosen.ids.has(keyId))
  const count = chosen.type === "all" ? (matches?.total ?? 0) : keys.length
  const isEveryRow = items.length > 0 && keys.length === items.length
  const target: BulkTarget = chosen.type === "all" ? { type: "filter", filter, count } : { type: "keys", keys }
  const selected = new Set(keys.map(({ keyId }) => keyId))
  return {
    /** The rows that are marked. */
    selected,
    onChange: (ids: ReadonlySet<string>) => choose({ type: "rows", ids }),
    toggle: (keyId: string) => choose({ type: "rows", ids: toggled(selected, keyId) }),
    keys,
    count,
    target,
    clear: () => choose(none),
    /** How many more there are than rows, once every row is marked. */
    offered: chosen.type === "rows" && isEveryRow && matches && matches.total > items.length ? matches : undefined,
    chooseAll: () => choose({ type: "all" }),
  }
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id])
}

export type SelectedKeys = ReturnType<typeof useKeySelection>
