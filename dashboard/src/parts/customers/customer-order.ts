import type { IdentitiesListIdentitiesInput } from "@keyward/client"

type CustomerSort = NonNullable<IdentitiesListIdentitiesInput["sort"]>

export interface CustomerOrder {
  readonly sort: CustomerSort
  readonly order: "asc" | "desc"
}

export const newestCustomers: CustomerOrder = { sort: "created", order: "desc" }

export const customerOrders: readonly { readonly value: string; readonly label: string }[] = [
  { value: "created.desc", label: "Newest first" },
  { value: "created.asc", label: "Oldest first" },
  { value: "name.asc", label: "Name, A to Z" },
  { value: "name.desc", label: "Name, Z to A" },
  { value: "keys.desc", label: "Most keys" },
  { value: "keys.asc", label: "Fewest keys" },
]

/** `name.desc`, as the address has it. */
export function formatCustomerOrder({ sort, order }: CustomerOrder): string {
  return `${sort}.${order}`
}

/** An order that does not exist is the usual one. */
export function parseCustomerOrder(text: string | undefined): CustomerOrder {
  const [name, order] = (text ?? "").split(".")
  const sort = sorts.find((one) => one === name)
  return sort === undefined ? newestCustomers : { sort, order: order === "asc" ? "asc" : "desc" }
}

/** A second click turns the order, and a third one ends it. */
export function customerOrderAfterClick(current: CustomerOrder, name: string): CustomerOrder {
  const sort = sorts.find((one) => one === name)
  if (sort === undefined) return current
  const first = sort === "name" ? "asc" : "desc"
  if (current.sort !== sort) return { sort, order: first }
  return current.order === first ? { sort, order: first === "asc" ? "desc" : "asc" } : newestCustomers
}

const sorts = ["created", "name", "keys"] as const satisfies readonly CustomerSort[]
