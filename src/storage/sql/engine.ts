import type { CompiledQuery, RawBuilder } from "kysely"
import type { BalanceRequest, BalanceVerdict } from "../../core/decide-spends.ts"
import type { Nodes } from "../port/nodes.ts"
import type { SqlDialect } from "./schema/dialect.ts"
import type { Database } from "./schema/schema.ts"
import type { Work } from "./statements/change-group.ts"

/** A database that runs the queries of this folder. */
export interface Engine {
  readonly name: "sqlite" | "postgres"
  readonly dialect: SqlDialect
  /** Each statement sees all earlier commits and nothing uncommitted. */
  readonly reader: Database
  /** Like `reader`, for usage, whose statements may take seconds. Other reads do not wait for it. */
  readonly usageReader: Database
  /** How many reads of usage run at the same time without waiting for each other. */
  readonly usageReadsAtOnce: number
  /** Like `reader`, for lookups by key on the request path. Never waits for a long query. */
  readonly pointReader: Database
  /**
   * Runs the work in a durable transaction and undoes it on any error. Work that waits may share a transaction, and then
   * all of it is committed together. Statements without a result run before the next one with a result, or at the end.
   */
  transaction<T>(work: Work<T>, options?: TransactionOptions): Promise<T>
  /** Waits until the transaction can store its work. Only one that prepares first has to wait for it. */
  acquireWriteLock(db: Database): Promise<void>
  /** Like `transaction`, for migrations, which may take long and rebuild referenced tables. */
  changeSchema<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Runs all statements in one durable transaction. */
  write(statements: readonly RawBuilder<unknown>[]): Promise<void>
  /** Reads one consistent snapshot. It blocks no writer and waits for none. */
  snapshot<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Runs a compiled query on the verification path. */
  lookUp<Row>(query: CompiledQuery<Row>, parameters: readonly unknown[]): Promise<readonly Row[]>
  /** Charges credits in order, in one durable transaction. With "short" patience, spends from a locked balance return "held" uncharged. */
  spend(spends: readonly BalanceRequest[], patience: SpendPatience): Promise<readonly (BalanceVerdict | Held)[]>
  /** Throws if the database is unusable until a restart. */
  requireUsable(): Promise<void>
  /** Locks the schema against other processes until the transaction ends, and limits every lock wait. */
  lockSchema(db: Database): Promise<void>
  /**
   * Blocks spends from the balances of these keys, and from those of these identities, until the transaction ends. To
   * prevent deadlocks, a transaction locks those of keys before those of identities.
   */
  lockBalances(db: Database, owners: BalanceOwners): Promise<void>
  /** Absent if no other process can share the database. */
  readonly nodes: Nodes | undefined
  close(): Promise<void>
}

export interface TransactionOptions {
  /** Lanes take turns, see fair-queue.ts. By default, the lane of the workspace. */
  readonly lane?: string | undefined
  /** Blocks other writers of this workspace until the transaction ends. */
  readonly workspaceId?: string | undefined
  /** Shares its transaction with no other work. */
  readonly isLong?: boolean | undefined
  /** Lets other work go first until it takes its turn, or returns. If what it read has changed by then, it runs again. */
  readonly preparesFirst?: boolean | undefined
}

/** A database that is only read. */
export type SourceDatabase = Pick<Engine, "name" | "reader" | "close">

export interface BalanceOwners {
  readonly workspaceId: string
  readonly keyIds?: readonly string[]
  readonly identityIds?: readonly string[]
}

/** A balance that another transaction keeps locked: the id of a balance of keys, or of an identity. */
export interface Held {
  readonly type: "held"
  readonly lockedId: string
}

/** How long spends wait for a locked balance. */
export type SpendPatience = "short" | "long"
