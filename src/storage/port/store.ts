import type { Actor } from "../../core/model.ts"
import type { ApiReads, ApiWrites } from "./apis.ts"
import type { Credentials } from "./credentials.ts"
import type { BalanceReads, BalanceWrites, CreditSpends } from "./credits.ts"
import type { DeviceLoginReads, DeviceLoginWrites } from "./device-logins.ts"
import type { DueBalances } from "./due-balances.ts"
import type { EventEntry, EventReads } from "./events.ts"
import type { IdempotencyCompletion, IdempotencyRecords } from "./idempotency.ts"
import type { IdentityReads, IdentityWrites } from "./identities.ts"
import type { KeyReads, KeyWrites } from "./keys.ts"
import type { InvitationReads, InvitationWrites, LinkReads, LinkWrites } from "./links.ts"
import type { MigrationReads, MigrationWrites } from "./migrations.ts"
import type { NoticeUpkeep, NoticeWatch, NoticeWrites } from "./notices.ts"
import type { MemberReads, MemberWrites, UserReads, UserWrites } from "./people.ts"
import type { PermissionReads, PermissionWrites } from "./permissions.ts"
import type { PlanReads, PlanWrites } from "./plans.ts"
import type { PortalReads, PortalSessionReads, PortalSessionWrites, PortalWrites } from "./portals.ts"
import type { Concerned, Propagated, Propagating } from "./propagation.ts"
import type { NamespaceReads, NamespaceWrites, OverrideReads, OverrideWrites } from "./ratelimits.ts"
import type { ReservedReads } from "./reserved.ts"
import type { RoleReads, RoleWrites } from "./roles.ts"
import type { RootKeyReads, RootKeyWrites } from "./root-keys.ts"
import type { SessionReads, SessionUpkeep, SessionWrites } from "./sessions.ts"
import type { ChallengeWrites, OidcAccountReads, OidcAccountWrites, PasskeyReads, PasskeyWrites } from "./sign-in.ts"
import type { UsageStore } from "./usage.ts"
import type { VerificationReads } from "./verification.ts"
import type { WebhookDelivery, WebhookReads, WebhookWrites } from "./webhooks.ts"
import type { WorkspaceReads, WorkspaceWrites } from "./workspaces.ts"

/**
 * The port to the database. Every adapter must meet these obligations, and conformance.ts tests them:
 * - Finders take the workspace first and never return deleted objects or objects of another workspace. Two exceptions:
 *   `credentials` finds the workspace, and `reserved` only reports that something exists.
 * - A key hash is unique in its workspace, deleted keys included. A root key hash is unique in the installation.
 * - Names and ids compare by bytes. Lists ascend by id; `after` excludes that id and everything before it.
 * - A transaction commits durably before it returns, or changes nothing. Writers of one workspace run one after another
 *   and see each other's commits. Events commit with the change and form one chain per workspace, in commit order.
 * - Adapters throw StorageUnavailable if the database cannot be reached.
 */
export interface Store extends Reads {
  /**
   * The work may run again: a group of changes failed, so that each runs alone, or PostgreSQL lost the connection. Only
   * the last run is stored, and the caller gets its result or its error.
   * - The work may read and write through `tx`, record events, and mint ids and secrets that it stores or returns.
   * - It must not count, send, log, or change a variable or another store, because an earlier run cannot be undone there.
   * - Such effects belong before the transaction, or after it has returned. If one must happen inside, as a rate limit
   *   that decides whether a namespace is created, the next run undoes it first.
   *
   * If it throws ReturnsDue, it runs again after those reservations were given back.
   *
   * test/run-again/run-again.test.ts calls every operation on a store that runs each change twice.
   */
  transaction<T>(scope: TransactionScope, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Reads one consistent snapshot. It blocks no writer and waits for none. */
  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T>
  readonly idempotency: IdempotencyRecords
  readonly verification: VerificationReads
  readonly credits: CreditSpends
  readonly usage: UsageStore
  readonly sessionUpkeep: SessionUpkeep
  readonly webhookDelivery: WebhookDelivery
  readonly noticeUpkeep: NoticeUpkeep
  readonly noticeWatch: NoticeWatch
  readonly dueBalances: DueBalances
  /** Resolves when every node has applied all changes committed so far, and its verifiers those of these workspaces. */
  waitUntilPropagated(workspaces: Concerned): Promise<Propagated>
  /** Throws StorageUnavailable, or an error if the schema is not current. */
  checkReadiness(): Promise<void>
  close(): Promise<void>
}

/** Describes the author of a change, for the events, and the workspace whose writers run one after another. */
export interface TransactionScope extends Propagating {
  /** Absent if the transaction creates the workspace. */
  readonly workspaceId: string | undefined
  readonly actor: Actor
  readonly requestId: string | null
  readonly now: number
  /** The work writes so many rows that no other change should wait for its commit. */
  readonly isLong?: boolean
  /** Lets other changes go first until it takes its turn, or returns. If what it read has changed by then, it runs again. */
  readonly preparesFirst?: boolean
  /** Receives the ids that the events make stale, before the commit. Not called without events. */
  readonly onStale?: ((ids: readonly string[]) => void) | undefined
  /** Receives each workspace that the work locks, or for which it records an event: what it returns may show another change there. */
  readonly onConcerned?: ((workspaceId: string) => void) | undefined
}

/** What can be read anywhere, and what only a transaction can do. */
interface Access<Read, Write extends Read> {
  readonly reads: Read
  readonly writes: Write
}

interface Collections {
  readonly workspaces: Access<WorkspaceReads, WorkspaceWrites>
  readonly rootKeys: Access<RootKeyReads, RootKeyWrites>
  readonly apis: Access<ApiReads, ApiWrites>
  readonly plans: Access<PlanReads, PlanWrites>
  readonly identities: Access<IdentityReads, IdentityWrites>
  readonly balances: Access<BalanceReads, BalanceWrites>
  readonly keys: Access<KeyReads, KeyWrites>
  readonly permissions: Access<PermissionReads, PermissionWrites>
  readonly roles: Access<RoleReads, RoleWrites>
  readonly namespaces: Access<NamespaceReads, NamespaceWrites>
  readonly overrides: Access<OverrideReads, OverrideWrites>
  readonly migrations: Access<MigrationReads, MigrationWrites>
  readonly webhooks: Access<WebhookReads, WebhookWrites>
  readonly portals: Access<PortalReads, PortalWrites>
  readonly portalSessions: Access<PortalSessionReads, PortalSessionWrites>
  readonly users: Access<UserReads, UserWrites>
  readonly members: Access<MemberReads, MemberWrites>
  readonly invitations: Access<InvitationReads, InvitationWrites>
  readonly sessions: Access<SessionReads, SessionWrites>
  readonly deviceLogins: Access<DeviceLoginReads, DeviceLoginWrites>
  readonly links: Access<LinkReads, LinkWrites>
  readonly passkeys: Access<PasskeyReads, PasskeyWrites>
  readonly oidcAccounts: Access<OidcAccountReads, OidcAccountWrites>
}

type AccessTo<Kind extends "reads" | "writes"> = { readonly [Name in keyof Collections]: Collections[Name][Kind] }

export interface Transaction extends OtherReads, AccessTo<"writes"> {
  readonly idempotency: IdempotencyCompletion
  readonly challenges: ChallengeWrites
  readonly notices: NoticeWrites
  /**
   * Locks one more workspace, or the installation. Needed before a change that records events there. To prevent
   * deadlocks, lock the installation first, then workspaces in ascending order.
   */
  lockWorkspace(workspaceId: string): Promise<void>
  /** Waits until the change can be stored. Only one that prepares first has to wait for it. */
  acquireWriteLock(): Promise<void>
  /** Records an event with the commit. Events keep the order of the calls. */
  record(entry: EventEntry): void
}

export interface Reads extends OtherReads, AccessTo<"reads"> {}

interface OtherReads {
  readonly credentials: Credentials
  readonly events: EventReads
  readonly reserved: ReservedReads
}
