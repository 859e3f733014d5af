import type { Touched, Touches } from "../contract/touches.ts"

/** Whether the request deletes or disables something, or touches more than the object that it names. */
export function asks(operation: Asked, input: unknown): boolean {
  return operation.isDestructive === true || touchedBy(operation.touches, fieldsIn(input)) !== undefined
}

interface Asked {
  readonly isDestructive?: true
  readonly touches?: Touches
}

/** The fields of a request that may be of any form. */
export function fieldsIn(input: unknown): Input {
  return typeof input === "object" && input !== null ? { ...input } : {}
}

/**
 * What the request touches beyond the object that it names. Undefined if it touches nothing else. The reference sends the
 * text of this function to browsers.
 */
export function touchedBy(touches: Touches | undefined, input: Input): Touched | undefined {
  const isGiven = (field: string) => input[field] !== undefined
  if (touches === undefined || touches === "one object") return undefined
  return touches.find((one) => {
    const conditions = Object.entries(one.when ?? {})
    const isMet = ([field, wanted]: readonly [string, unknown]) =>
      isGiven(field) && (wanted === "any" || input[field] === wanted)
    if (conditions.length > 0 && !conditions.some(isMet)) return false
    return "field" in one ? isGiven(one.field) : true
  })
}

/** Calls a query; undefined if it is refused. */
export type Ask = (question: Question) => Promise<Reply | undefined>

export type Input = Readonly<Record<string, unknown>>

/** One of the queries that count. */
export type Question =
  | { readonly operation: "identities.getIdentity"; readonly body: { readonly identity: string } }
  | { readonly operation: "workspaces.getWorkspace"; readonly body: { readonly workspaceId?: string } }
  | {
      readonly operation: "keys.listKeys"
      readonly body: {
        readonly [Filter in "apiId" | "identityId" | "role" | "permission"]?: string
      } & { readonly status?: "active"; readonly limit: number; readonly count: true }
    }
  | {
      readonly operation: "identities.listIdentities"
      readonly body: {
        readonly plan: string
        readonly limit: number
        readonly count: true
        readonly countKeys: true
        readonly cursor?: string
      }
    }

export interface Reply {
  readonly data: unknown
  readonly pagination?:
    | {
        readonly total?: number | undefined
        readonly totalIsAtLeast?: boolean | undefined
        readonly cursor?: string | undefined
      }
    | undefined
}

export interface Reach {
  /** `Applies to 41 customers and 1,204 keys immediately.` */
  readonly sentence: string
  /** It was counted, and reaches nothing now. */
  readonly isNone: boolean
}

/**
 * Counts whom the request reaches. Without the right to count, words name them. The reference sends the text of this
 * function to browsers.
 */
export async function reachOf(touched: Touched, input: Input, ask: Ask): Promise<Reach> {
  const text = (count: number, noun: string, isMore: unknown = false) =>
    `${isMore ? "more than " : ""}${count === 0 ? "no" : count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`
  const applies = (to: string) => ({ sentence: `Applies to ${to} immediately.`, isNone: false })
  const counted = (count: number, noun: string, isMore?: unknown) =>
    count === 0 ? { sentence: `Applies to ${text(0, noun)} now.`, isNone: true } : applies(text(count, noun, isMore))
  const fieldOf = (value: unknown, name: string): unknown =>
    typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
  const named = "field" in touched ? String(input[touched.field]) : ""
  switch (touched.counted) {
    case "itself":
      return { sentence: "", isNone: false }
    case "never":
      return applies(touched.words)
    case "in request": {
      const given = input[touched.field]
      return counted(Array.isArray(given) ? given.length : Number(given), touched.noun)
    }
    case "keys of workspace": {
      const { workspaceId } = input
      const body = typeof workspaceId === "string" ? { workspaceId } : {}
      const reply = await ask({ operation: "workspaces.getWorkspace", body })
      const keys = fieldOf(fieldOf(reply?.data, "counts"), "keys")
      return typeof keys === "number" ? counted(keys, "key") : applies(touched.words)
    }
    case "keys": {
      const { filter, status, words } = touched
      const isIdentity = filter === "identityId"
      const owner = isIdentity
        ? await ask({ operation: "identities.getIdentity", body: { identity: named } })
        : undefined
      const id = isIdentity ? fieldOf(owner?.data, "identityId") : named
      if (typeof id !== "string") return applies(words)
      const body = { [filter]: id, ...(status && { status }), limit: 1, count: true } as const
      const total = (await ask({ operation: "keys.listKeys", body }))?.pagination
      return total?.total === undefined ? applies(words) : counted(total.total, "key", total.totalIsAtLeast)
    }
    case "customers of plan": {
      let keys = 0
      let areMore = false
      let customers = ""
      let cursor: string | undefined
      // A page has 100 customers. The keys of more than 1,000 customers are not counted.
      for (let page = 0; page < 10; page++) {
        const body = { plan: named, limit: 100, count: true, countKeys: true, ...(cursor && { cursor }) } as const
        const reply = await ask({ operation: "identities.listIdentities", body })
        if (reply?.pagination?.total === undefined || !Array.isArray(reply.data)) return applies(touched.words)
        const { total, totalIsAtLeast } = reply.pagination
        if (total === 0) return counted(0, "customer")
        customers = text(total, "customer", totalIsAtLeast)
        for (const customer of reply.data) {
          const count = Number(fieldOf(customer, "keys"))
          // The number of keys of a customer is exact below 1,000.
          if (count >= 1_000) areMore = true
          keys += count
        }
        cursor = reply.pagination.cursor
        if (cursor === undefined) return applies(`${customers} and ${text(keys, "key", areMore)}`)
      }
      return applies(`${customers} and all their keys`)
    }
  }
}
