import type { BalanceRequest, BalanceVerdict } from "../../core/decide-spends.ts"
import type { Event } from "../../core/model.ts"

/** Steps for the owner of a connection. It executes them in order and stops at the first that fails. */
export interface DatabaseRequest {
  readonly steps: readonly Step[]
}

export type Step =
  /** Takes the write lock of the whole file. */
  | { readonly type: "begin" }
  /** The last step of a message. If it, or a step before it, fails, the transaction is rolled back. */
  | { readonly type: "commit" }
  /** Does nothing if SQLite has already rolled back, for example on a full disk. */
  | { readonly type: "rollback" }
  /** Marks where a change begins inside a transaction. */
  | { readonly type: "mark" }
  /** Removes the mark and keeps the change. */
  | { readonly type: "keep" }
  /** Undoes the change and removes the mark. */
  | { readonly type: "undo" }
  | Query
  /** Executes a statement once for each row of parameters. */
  | { readonly type: "write"; readonly sql: string; readonly rows: readonly Parameters[] }
  /** Numbers the events, and continues the chains of their workspaces. */
  | { readonly type: "append"; readonly events: readonly Event[] }
  | { readonly type: "spend"; readonly spends: readonly BalanceRequest[] }
  /** Moves pages from the write-ahead log to the file, without blocking readers or writers. */
  | { readonly type: "checkpoint" }
  | { readonly type: "close" }

export interface Query {
  readonly type: "query"
  readonly sql: string
  readonly parameters: Parameters
}

type Parameters = readonly unknown[]

/** One entry for each step: rows of a query, outcomes of spends, nothing for other steps. */
export type DatabaseResult =
  | { readonly type: "results"; readonly results: readonly StepResult[] }
  | { readonly type: "failure"; readonly message: string; readonly code: string | undefined }

export type StepResult = readonly unknown[] | readonly BalanceVerdict[] | null

/**
 * `write in bulk` is for an import, which no other program waits for. `inspect` creates no files and changes nothing: for
 * copies and read-only checks.
 */
export type Access = "write" | "write in bulk" | "read" | "inspect"

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
