import { type UsageSort, usageSorts } from "../../../../src/contract/usage-lists.ts"

export interface UsageOrder {
  readonly sort: UsageSort
  readonly order: "asc" | "desc"
}

export const costliestFirst: UsageOrder = { sort: "credits", order: "desc" }

/** `verifications.asc`, as the address has it. */
export function formatUsageOrder({ sort, order }: UsageOrder): string {
  return `${sort}.${order}`
}

/** An order that does not exist is the usual one. */
export function parseUsageOrder(text: string | undefined): UsageOrder {
  const [name, order] = (text ?? "").split(".")
  const sort = usageSorts.find((one) => one === name)
  return sort === undefined ? costliestFirst : { sort, order: order === "asc" ? "asc" : "desc" }
}

/** A second click turns the order. */
export function usageOrderAfterClick(current: UsageOrder, name: string): UsageOrder {
  const sort = usageSorts.find((one) => one === name) ?? current.sort
  return { sort, order: current.sort === sort && current.order === "desc" ? "asc" : "desc" }
}

export const usageOrders: readonly { readonly value: string; readonly label: string }[] = [
  { value: "credits.desc", label: "Most credits" },
  { value: "verifications.desc", label: "Most verifications" },
  { value: "creditsChange.desc", label: "Credits rose most" },
  { value: "creditsChange.asc", label: "Credits fell most" },
  { value: "verificationsChange.desc", label: "Verifications rose most" },
  { value: "verificationsChange.asc", label: "Verifications fell most" },
  { value: "credits.asc", label: "Fewest credits" },
  { value: "verifications.asc", label: "Fewest verifications" },
]
