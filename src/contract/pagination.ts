import { z } from "zod"
import { int, search } from "./primitives.ts"

/** The message of a violation at a cursor. */
export const notACursor = "is not a cursor of this operation"

export const cursor = z
  .string()
  .max(512)
  .regex(/^[A-Za-z0-9_-]*$/, { error: notACursor })

/** The two fields that every list operation accepts. */
export const pageInput = {
  limit: int(1, 100).default(100).describe("Objects per page; fewer if they exceed 4 MiB."),
  cursor: cursor
    .optional()
    .describe("Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page."),
}

/** Adds a text to search for. */
export function searchInput(purpose: string) {
  return { ...pageInput, search: search.optional().describe(purpose) }
}

export const pagination = z
  .object({
    cursor: z.string().optional().describe("Send it as `cursor` to get the next page. Absent after the last page."),
    hasMore: z.boolean().describe("Whether there is another page."),
    total: z.int().optional().describe("How many objects match, on all pages. Only with `count`."),
    totalIsAtLeast: z
      .literal(true)
      .optional()
      .describe("More than `total` objects match, because the count stopped. Absent if `total` is exact."),
  })
  .meta({ id: "Pagination" })

/** A value of type T, already written as JSON. */
export type Written<T> = string & { readonly of?: T }

export function written<T>(value: T): Written<T> {
  return JSON.stringify(value)
}

export interface Page<T> {
  readonly objects: readonly Written<T>[]
  /** The cursor of the next page, if there is one. */
  readonly next: string | undefined
  /** How many objects match, if the request asks for it. */
  readonly matches?: Matches | undefined
}

export interface Matches {
  readonly total: number
  readonly totalIsAtLeast?: true
}
