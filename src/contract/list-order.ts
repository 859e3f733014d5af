import { z } from "zod"
import type { Matches } from "./pagination.ts"

/** The direction of a list. `created` and `created_desc` are older names, for lists by creation. */
export const listOrder = z
  .enum(["asc", "desc", "created", "created_desc"])
  .default("asc")
  .describe(
    "Direction of `sort`: `asc` is the oldest or smallest first, `desc` the newest or largest first. Objects without a value come last either way. `created` and `created_desc` mean the same for `sort: created`, and are not allowed with another `sort`.",
  )

export type ListOrder = z.infer<typeof listOrder>

export function isDescending({ order }: { readonly order: ListOrder }): boolean {
  return order === "desc" || order === "created_desc"
}

interface Sorted {
  readonly sort: string
  readonly order: ListOrder
}

/** `order: created` beside another `sort` contradicts itself. */
export function checkSorted<Schema extends z.ZodType<Sorted>>(schema: Schema): Schema {
  return schema.refine(({ sort, order }) => sort === "created" || !order.startsWith("created"), {
    error: "must be `asc` or `desc` beside this `sort`",
    path: ["order"],
  })
}

/** What `pagination` says of a count that stops after `countedAtMost`. */
export function matchesOf({ count }: { readonly count: number }): Matches {
  return count > countedAtMost ? { total: countedAtMost, totalIsAtLeast: true } : { total: count }
}

/** The most objects that are counted exactly, and that a list by a value without an index can sort. */
export const countedAtMost = 10_000

/** Asks a list for `pagination.total`. */
export const countInput = z
  .boolean()
  .default(false)
  .describe("Whether `pagination.total` tells how many objects match. The count stops at 10,000.")
