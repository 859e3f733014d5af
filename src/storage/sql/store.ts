import { createFairQueue } from "../fair-queue.ts"
import type { EventEntry } from "../port/events.ts"
import type { Reads, Store, Transaction } from "../port/store.ts"
import { apiQueries } from "./apis.ts"
import { balanceQueries } from "./balances.ts"
import { credentialQueries } from "./credentials.ts"
import { creditSpends } from "./credits.ts"
import { deviceLoginQueries } from "./device-logins.ts"
import type { Engine } from "./engine.ts"
import { eventQueries } from "./events.ts"
import { fairReads, fairUsage, listsPerWorkspace } from "./fair-reads.ts"
import { idempotencyCompletion, idempotencyRecords } from "./idempotency.ts"
import { identityQueries } from "./identities.ts"
import { invitationQueries } from "./invitations.ts"
import { keyMigrationQueries } from "./key-migrations.ts"
import { keyQueries } from "./keys.ts"
import { linkQueries } from "./links.ts"
import { lockWorkspace } from "./lock-workspace.ts"
import { memberQueries } from "./members.ts"
import { schemaState } from "./migrate.ts"
import { oidcAccountQueries } from "./oidc-accounts.ts"
import { passkeyQueries } from "./passkeys.ts"
import { permissionQueries } from "./permissions.ts"
import { namespaceQueries } from "./ratelimit-namespaces.ts"
import { overrideQueries } from "./ratelimit-overrides.ts"
import { recordedChange } from "./recorded-change.ts"
import { reservedReads } from "./reserved.ts"
import { roleQueries } from "./roles.ts"
import { rootKeyQueries } from "./root-keys.ts"
import type { Database } from "./schema.ts"
import { sessionQueries, sessionUpkeep } from "./sessions.ts"
import { usageStore } from "./usage/usage-store.ts"
import { challengeQueries } from "./used-challenges.ts"
import { userQueries } from "./users.ts"
import { verificationReads } from "./verification.ts"
import { workspaceQueries } from "./workspaces.ts"

/** Limit for all workspaces together. More of these short statements would only wait elsewhere. */
const maxLists = 64
const listPatienceMs = 10_000

export function sqlStore(engine: Engine, mintEventId: () => string): Store {
  const lists = createFairQueue({
    maxRunning: maxLists,
    maxRunningPerLane: listsPerWorkspace,
    maxWaitMs: listPatienceMs,
  })
  const usageReads = createFairQueue({
    maxRunning: engine.usageReadsAtOnce,
    maxRunningPerLane: 1,
    maxWaitMs: listPatienceMs,
  })
  /** Changes that share a transaction share its queries. */
  const built = new WeakMap<Database, TransactionQueries>()
  const queriesIn = (db: Database): TransactionQueries => {
    const queries = built.get(db) ?? {
      ...queriesOn(db, engine),
      idempotency: idempotencyCompletion(db),
      challenges: challengeQueries(db),
      lockWorkspace: (workspaceId) => lockWorkspace(engine, db, workspaceId),
      acquireWriteLock: () => engine.acquireWriteLock(db),
    }
    built.set(db, queries)
    return queries
  }
  return {
    ...fairReads(queriesOn(engine.reader, engine), lists),
    credentials: credentialQueries(engine.pointReader),
    sessions: sessionQueries(engine.pointReader),
    deviceLogins: deviceLoginQueries(engine.pointReader),
    idempotency: idempotencyRecords(engine),
    verification: verificationReads(engine),
    credits: creditSpends(engine),
    usage: fairUsage(usageStore(engine), usageReads),
    sessionUpkeep: sessionUpkeep(engine),

    transaction(scope, work) {
      const { workspaceId, isLong, preparesFirst } = scope
      return engine.transaction(
        async (db, record) => {
          const entries: EventEntry[] = []
          const tx: Transaction = { ...queriesIn(db), record: (entry) => entries.push(entry) }
          const result = await work(tx)
          if (entries.length > 0) {
            const change = recordedChange(entries, scope, mintEventId)
            scope.onStale?.(change.staleIds)
            record(change)
          }
          return result
        },
        { workspaceId, isLong, preparesFirst },
      )
    },

    snapshot: (work) => engine.snapshot((db) => work(queriesOn(db, engine))),

    // A single node waits for no other. propagating-store.ts replaces this for several nodes.
    waitUntilPropagated: async () => ({ durationMs: 0, nodes: 1 }),

    async checkReadiness() {
      await engine.requireUsable()
      const { pending, unknown } = await schemaState(engine)
      if (pending.length + unknown.length > 0) throw new Error("The schema of the database is not current.")
    },

    close: () => engine.close(),
  }
}

type TransactionQueries = Omit<Transaction, "record">

function queriesOn(db: Database, engine: Engine) {
  return {
    credentials: credentialQueries(db),
    workspaces: workspaceQueries(db),
    rootKeys: rootKeyQueries(db),
    apis: apiQueries(db),
    identities: identityQueries(db),
    balances: balanceQueries(db),
    keys: keyQueries(db, engine),
    permissions: permissionQueries(db),
    roles: roleQueries(db),
    namespaces: namespaceQueries(db),
    overrides: overrideQueries(db),
    migrations: keyMigrationQueries(db),
    users: userQueries(db),
    members: memberQueries(db),
    invitations: invitationQueries(db),
    sessions: sessionQueries(db),
    deviceLogins: deviceLoginQueries(db),
    links: linkQueries(db),
    passkeys: passkeyQueries(db),
    oidcAccounts: oidcAccountQueries(db),
    events: eventQueries(db),
    reserved: reservedReads(db),
  } satisfies Reads
}
