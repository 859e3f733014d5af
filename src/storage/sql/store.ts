import { ReturnsDue } from "../../core/returns-due.ts"
import { createFairQueue } from "../fair-queue.ts"
import type { EventEntry } from "../port/events.ts"
import type { Reads, Store, Transaction, TransactionScope } from "../port/store.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import type { Engine } from "./engine.ts"
import { schemaState } from "./migrations/migrate.ts"
import { apiQueries } from "./queries/apis.ts"
import { balanceQueries } from "./queries/balances.ts"
import { credentialQueries } from "./queries/credentials.ts"
import { creditSpends } from "./queries/credits.ts"
import { deviceLoginQueries } from "./queries/device-logins.ts"
import { dueBalances } from "./queries/due-balances.ts"
import { eventQueries } from "./queries/events.ts"
import { idempotencyCompletion, idempotencyRecords } from "./queries/idempotency.ts"
import { identityQueries } from "./queries/identities.ts"
import { invitationQueries } from "./queries/invitations.ts"
import { keyMigrationQueries } from "./queries/key-migrations.ts"
import { keyQueries } from "./queries/keys.ts"
import { linkQueries } from "./queries/links.ts"
import { lockWorkspace } from "./queries/lock-workspace.ts"
import { memberQueries } from "./queries/members.ts"
import { noticeQueries, noticeUpkeep, noticeWatch } from "./queries/notices.ts"
import { oidcAccountQueries } from "./queries/oidc-accounts.ts"
import { passkeyQueries } from "./queries/passkeys.ts"
import { permissionQueries } from "./queries/permissions.ts"
import { planQueries } from "./queries/plans.ts"
import { portalSessionQueries } from "./queries/portal-sessions.ts"
import { portalQueries } from "./queries/portals.ts"
import { namespaceQueries } from "./queries/ratelimit-namespaces.ts"
import { overrideQueries } from "./queries/ratelimit-overrides.ts"
import { recordedChange } from "./queries/recorded-change.ts"
import { reservedReads } from "./queries/reserved.ts"
import { roleQueries } from "./queries/roles.ts"
import { rootKeyQueries } from "./queries/root-keys.ts"
import { sessionQueries, sessionUpkeep } from "./queries/sessions.ts"
import { challengeQueries } from "./queries/used-challenges.ts"
import { userQueries } from "./queries/users.ts"
import { verificationReads } from "./queries/verification.ts"
import { webhookDelivery } from "./queries/webhook-delivery.ts"
import { webhookQueries } from "./queries/webhooks.ts"
import { workspaceQueries } from "./queries/workspaces.ts"
import type { Database } from "./schema/schema.ts"
import { fairReads, fairUsage, listsPerWorkspace } from "./statements/fair-reads.ts"
import { usageStore } from "./usage/usage-store.ts"

/** Limit for all workspaces together. More of these short statements would only wait elsewhere. */
const maxLists = 64
const listPatienceMs = 10_000
/** One run again gives back what has run out. */
const runsAtMost = 10

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
      notices: noticeQueries(db),
      acquireWriteLock: () => engine.acquireWriteLock(db),
    }
    built.set(db, queries)
    return queries
  }
  const credits = creditSpends(engine)
  const runOnce: Store["transaction"] = (scope, work) => {
    const { workspaceId, isLong, preparesFirst } = scope
    return engine.transaction(
      async (db, record) => {
        const entries: EventEntry[] = []
        const tx: Transaction = { ...queriesIn(db), ...concerning(scope, { engine, db, entries }) }
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
  }
  /** Reservations are given back outside, because that locks other balances, in an order that prevents deadlocks. */
  const transaction: Store["transaction"] = async (scope, work) => {
    for (let runs = 1; ; runs += 1) {
      try {
        return await runOnce(scope, work)
      } catch (error) {
        if (!(error instanceof ReturnsDue)) throw error
        if (runs === runsAtMost) throw new StorageUnavailable(error)
        await credits.giveBack(error.owners, error.at)
      }
    }
  }
  return {
    ...fairReads(queriesOn(engine.reader, engine), lists),
    ...callersOn(engine.pointReader),
    idempotency: idempotencyRecords(engine),
    verification: verificationReads(engine),
    credits,
    usage: fairUsage(usageStore(engine), usageReads),
    sessionUpkeep: sessionUpkeep(engine),
    webhookDelivery: webhookDelivery(engine),
    noticeUpkeep: noticeUpkeep(engine),
    noticeWatch: noticeWatch(engine),
    dueBalances: dueBalances(engine),

    transaction,

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

/** What decides who calls. These reads never wait behind lists. */
function callersOn(db: Database) {
  return {
    credentials: credentialQueries(db),
    sessions: sessionQueries(db),
    portals: portalQueries(db),
    portalSessions: portalSessionQueries(db),
    deviceLogins: deviceLoginQueries(db),
  }
}

type Concerning = Pick<Transaction, "lockWorkspace" | "record">
type TransactionQueries = Omit<Transaction, keyof Concerning>

interface RunningWork {
  readonly engine: Engine
  readonly db: Database
  readonly entries: EventEntry[]
}

/** What tells the scope which workspaces the work concerns. */
function concerning({ onConcerned }: TransactionScope, { engine, db, entries }: RunningWork): Concerning {
  return {
    lockWorkspace(id) {
      onConcerned?.(id)
      return lockWorkspace(engine, db, id)
    },
    record(entry) {
      onConcerned?.(entry.workspaceId)
      entries.push(entry)
    },
  }
}

function queriesOn(db: Database, engine: Engine) {
  return {
    credentials: credentialQueries(db),
    workspaces: workspaceQueries(db),
    rootKeys: rootKeyQueries(db),
    apis: apiQueries(db),
    plans: planQueries(db),
    identities: identityQueries(db, engine),
    balances: balanceQueries(db),
    keys: keyQueries(db, engine),
    permissions: permissionQueries(db),
    roles: roleQueries(db),
    namespaces: namespaceQueries(db),
    overrides: overrideQueries(db),
    migrations: keyMigrationQueries(db),
    webhooks: webhookQueries(db, engine),
    portals: portalQueries(db),
    portalSessions: portalSessionQueries(db),
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
