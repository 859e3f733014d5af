import type { TestServer } from "../harness/harness.ts"

export interface Subject {
  readonly apiId: string
  readonly keyId: string
  readonly key: string
}

/** A change that a verification shows. */
export interface Change {
  readonly what: string
  /** The mutation that makes it. */
  readonly by: string
  /** How the key looks before; VALID and seen by several verifications. */
  readonly key?: Readonly<Record<string, unknown>>
  readonly asked?: Readonly<Record<string, unknown>>
  change(keyward: TestServer, subject: Subject): Promise<unknown>
  /** The expected fields of the response, or the expected error. */
  readonly after: Readonly<Record<string, unknown>> | string
}

type MadeBy = Pick<Change, "by" | "change">

export function byCall(operation: string, body: object): MadeBy {
  return { by: operation, change: (keyward) => keyward.ok(operation, body) }
}

export function forKey(operation: string, body: object = {}): MadeBy {
  return { by: operation, change: (keyward, { keyId }) => keyward.ok(operation, { keyId, ...body }) }
}

export function forKeys(operation: string, body: object = {}): MadeBy {
  return { by: operation, change: (keyward, { keyId }) => keyward.ok(operation, { keyIds: [keyId], ...body }) }
}

export const unknown = { valid: false, code: "NOT_FOUND" }
export const limit = { name: "calls", limit: 100, duration: 60_000 }
