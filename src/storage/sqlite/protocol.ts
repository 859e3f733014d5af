import type { Spend, SpendRequest } from "../port/store.ts"

/** What the owner of a connection is asked, and what it answers: in the order of the questions. */
export type Question =
  /** With the write lock of the whole file. */
  | { readonly type: "begin" }
  | { readonly type: "commit" }
  /** Where SQLite has rolled back by itself, a full disk for example, there is nothing left to do. */
  | { readonly type: "rollback" }
  | (Statement & { readonly type: "query"; readonly givesRows: boolean })
  /** All of them in one transaction. */
  | { readonly type: "write"; readonly statements: readonly Statement[] }
  /** A whole group of spends in one transaction. */
  | { readonly type: "spend"; readonly spends: readonly SpendRequest[] }
  | { readonly type: "close" }

interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

export type Reply =
  | { readonly type: "done" }
  | { readonly type: "rows"; readonly rows: unknown[] }
  | { readonly type: "changes"; readonly count: number }
  | { readonly type: "spends"; readonly spends: readonly Spend[] }
  | { readonly type: "failure"; readonly message: string; readonly code: string | undefined }

/** Who looks leaves no trace, neither in the file nor beside it: for copies that nobody writes, and for examinations. */
export type Access = "write" | "read" | "look"

export interface ThreadSettings {
  readonly path: string
  readonly access: Access
}

/**
 * A message between threads, as text: Bun hands a text over as it is, and both sides together need half the time that
 * cloning objects takes. Nothing in a message is other than JSON.
 */
export type Sent<Message> = string & { readonly of?: Message }

export function writeMessage<Message extends Question | Reply | ThreadSettings>(message: Message): Sent<Message> {
  return JSON.stringify(message)
}

export function readMessage<Message>(sent: Sent<Message>): Message {
  return JSON.parse(sent)
}
