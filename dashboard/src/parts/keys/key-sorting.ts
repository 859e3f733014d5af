import type { KeysListKeysInput } from "@keyward/client"

export type KeySort = NonNullable<KeysListKeysInput["sort"]>

/** The order of a list of keys. */
export interface KeyOrder {
  readonly sort: KeySort
  readonly order: "asc" | "desc"
}

export const newestFirst: KeyOrder = { sort: "created", order: "desc" }

/** What people look for first: the name from A, what ends soonest, what was used last, the lowest balance. */
const firstOrder: Readonly<Record<KeySort, KeyOrder["order"]>> = {
  created: "desc",
  name: "asc",
  expires: "asc",
  lastUsed: "desc",
  credits: "asc",
}

export const keyOrders: readonly { readonly value: string; readonly label: string }[] = [
  { value: "created.desc", label: "Newest first" },
  { value: "created.asc", label: "Oldest first" },
  { value: "name.asc", label: "Name, A to Z" },
  { value: "name.desc", label: "Name, Z to A" },
  { value: "lastUsed.desc", label: "Used last" },
  { value: "lastUsed.asc", label: "Unused longest" },
  { value: "credits.asc", label: "Fewest credits" },
  { value: "credits.desc", label: "Most credits" },
  { value: "expires.asc", label: "Expires soonest" },
  { value: "expires.desc", label: "Expires last" },
]

/** `name.desc`, as the address has it. */
export function formatOrder({ sort, order }: KeyOrder): string {
  return `${sort}.${order}`
}

/** An order that does not exist is the usual one. */
export function parseOrder(text: string | undefined): KeyOrder {
  if (!keyOrders.some(({ value }) => value === text)) return newestFirst
  const [sort, order] = (text ?? "").split(".")
  return isSort(sort) ? { sort, order: order === "asc" ? "asc" : "desc" } : newestFirst
}

/** A second click turns the order, and a third one ends it. */
export function orderAfterClick(current: KeyOrder, sort: string): KeyOrder {
  if (!isSort(sort)) return current
  const first = firstOrder[sort]
  if (current.sort !== sort) return { sort, order: first }
  return current.order === first ? { sort, order: first === "asc" ? "desc" : "asc" } : newestFirst
}

function isSort(text: string | undefined): text is KeySort {
  return text !== undefined && text in firstOrder
}
