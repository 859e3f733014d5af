import type { Attributes, SpanStart, Tracer } from "../tracing/tracer.ts"
import type { Store, Transaction } from "./port/store.ts"

interface TracedStoreOptions {
  readonly tracer: Tracer
  readonly engine: "sqlite" | "postgres"
}

/** Records each call as a span of the request that makes it. What the cache above answers from memory has none. */
export function tracedStore(store: Store, { tracer, engine }: TracedStoreOptions): Store {
  const system = { "db.system.name": engine === "sqlite" ? "sqlite" : "postgresql" }
  const { transaction, snapshot, waitUntilPropagated, checkReadiness, close, ...collections } = store
  const aboutTransaction = spanOf(system, "transaction")
  return {
    ...tracedCollections(collections, { tracer, system }),
    transaction(scope, work) {
      if (tracer.current() === undefined) return transaction(scope, work)
      if (scope.requestId !== null) tracer.rememberCause(scope.requestId)
      return tracer.within(aboutTransaction, () => {
        // Requests share transactions, so another one may be the caller of the work.
        const own = tracer.bind((tx: Transaction) => work(tracedTransaction(tx, { tracer, system })))
        return transaction(scope, own)
      })
    },
    snapshot,
    waitUntilPropagated,
    checkReadiness,
    close,
  }
}

interface Tracing {
  readonly tracer: Tracer
  readonly system: Attributes
}

function tracedTransaction(tx: Transaction, tracing: Tracing): Transaction {
  const { lockWorkspace, acquireWriteLock, record, ...collections } = tx
  return { ...tracedCollections(collections, tracing), lockWorkspace, acquireWriteLock, record }
}

type Collection = Readonly<Record<string, unknown>>

/** The same collections, whose methods run in spans. */
function tracedCollections<Collections extends object>(collections: Collections, tracing: Tracing): Collections {
  const traced = Object.entries(collections).map(([name, collection]) => [
    name,
    tracedCollection(collection as Collection, { ...tracing, name }),
  ])
  return Object.fromEntries(traced) as Collections
}

function tracedCollection(
  collection: Collection,
  { tracer, system, name }: Tracing & { readonly name: string },
): Collection {
  const traced = Object.entries(collection).map(([operation, method]) => {
    if (typeof method !== "function") return [operation, method]
    const about = spanOf(system, operation, name)
    return [operation, (...given: readonly unknown[]) => tracer.within(about, () => method(...given))]
  })
  return Object.fromEntries(traced)
}

/** Names of https://opentelemetry.io/docs/specs/semconv/database/database-spans/ */
function spanOf(system: Attributes, operation: string, collection?: string): SpanStart {
  return {
    name: collection === undefined ? operation : `${operation} ${collection}`,
    kind: "client",
    attributes: { ...system, "db.operation.name": operation, "db.collection.name": collection },
  }
}
