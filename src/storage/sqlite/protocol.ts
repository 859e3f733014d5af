import type { Spend, SpendRequest } from "../port/store.ts"

/** Requests to the owner of a connection. Results come in the same order. */
export type DatabaseRequest =
  /** Takes the write lock of the whole file. */
  | { readonly type: "begin" }
  | { readonly type: "commit" }
  /** Does nothing if SQLite has already rolled back, for example on a full disk. */
  | { readonly type: "rollback" }
  | (Statement & { readonly type: "query"; readonly givesRows: boolean })
  /** Runs all statements in one transaction. */
  | { readonly type: "write"; readonly statements: readonly Statement[] }
  /** Charges a group of spends in one transaction. */
  | { readonly type: "spend"; readonly spends: readonly SpendRequest[] }
  | { readonly type: "close" }

interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

export type DatabaseResult =
  | { readonly type: "done" }
  | { readonly type: "rows"; readonly rows: unknown[] }
  | { readonly type: "changes"; readonly count: number }
  | { readonly type: "spends"; readonly spends: readonly Spend[] }
  | { readonly type: "failure"; readonly message: string; readonly code: string | undefined }

/** `inspect` creates no files and changes nothing: for copies and read-only checks. */
export type Access = "write" | "read" | "inspect"

export interface ThreadSettings {
  readonly path: string
  readonly access: Access
}

/** A message as JSON text. Passing text between Bun threads takes half the time of cloning objects. */
export type Encoded<Message> = string & { readonly of?: Message }

export function encode<Message extends DatabaseRequest | DatabaseResult | ThreadSettings>(
  message: Message,
): Encoded<Message> {
  return JSON.stringify(message)
}

export function decode<Message>(sent: Encoded<Message>): Message {
  return JSON.parse(sent)
}
