import type { CompiledQuery, RawBuilder } from "kysely"
import type { Change, Nodes } from "../port/nodes.ts"
import type { Spend, SpendRequest } from "../port/store.ts"
import type { SqlDialect } from "./dialect.ts"
import type { Database } from "./schema.ts"

/** A database that can run the queries of this folder. */
export interface Engine {
  readonly name: "sqlite" | "postgres"
  readonly dialect: SqlDialect
  /** Each statement on it sees everything committed before it, and nothing that is not. */
  readonly reader: Database
  /** The same, for what the request path looks up by key: never waits behind a long query. */
  readonly pointReader: Database
  /**
   * Runs the work in one transaction and commits it durably before it returns; any error rolls it back. Lanes take turns
   * (turns.ts): a workspace that names itself never keeps others waiting for more than one of its transactions.
   */
  transaction<T>(work: (db: Database) => Promise<T>, lane?: string): Promise<T>
  /** As `transaction`, for steps of the schema: they may take long, and rebuild tables that others refer to. */
  changeSchema<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** All of these in one transaction, durably before it returns; for what has nothing to decide in between. */
  write(statements: readonly RawBuilder<unknown>[]): Promise<void>
  /** Everything the work reads is as it was at one moment; no writer waits for it, and it waits for none. */
  snapshot<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** The rows of a compiled query with these parameters; for the path of every new key. */
  lookUp<Row>(query: CompiledQuery<Row>, parameters: readonly unknown[]): Promise<readonly Row[]>
  /**
   * Takes credits in one transaction, each guarded, in the order given; durable before it returns. With little patience
   * the spends from a balance that somebody else keeps are "held": nothing was taken for them.
   */
  spend(spends: readonly SpendRequest[], patience: SpendPatience): Promise<readonly (Spend | "held")[]>
  /** Throws if only a restart can make the database usable again. */
  requireUsable(): Promise<void>
  /** Keeps every other process out of the schema until the transaction ends, and lets it wait for nobody for long. */
  lockSchema(db: Database): Promise<void>
  /** Keeps other writers of this workspace waiting until the transaction ends. */
  lockWorkspace(db: Database, workspaceId: string): Promise<void>
  /** Holds spends from the balances of these keys until the transaction ends. */
  lockBalances(db: Database, keys: KeysOfBalances): Promise<void>
  /** From here to the commit no other transaction appends events, so that their sequence is commit order. */
  lockEvents(db: Database): Promise<void>
  /** Every node hears of the change once the transaction is committed, and of changes in the order of the commits. */
  announce(db: Database, change: Change): Promise<void>
  /** Absent where no other process can share the database. */
  readonly nodes: Nodes | undefined
  close(): Promise<void>
}

/** What is only read. */
export type SourceDatabase = Pick<Engine, "name" | "reader" | "close">

export interface KeysOfBalances {
  readonly workspaceId: string
  readonly keyIds: readonly string[]
}

/** How long spends wait for somebody who keeps their balance. */
export type SpendPatience = "short" | "long"
