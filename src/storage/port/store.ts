import type { EventType } from "../../contract/event.ts"
import type { ChainPosition } from "../../core/event-chain.ts"
import type {
  Actor,
  Api,
  Balance,
  Changes,
  Event,
  Identity,
  Key,
  KeyDetails,
  Migration,
  Namespace,
  Override,
  Permission,
  Resource,
  Role,
  RootKey,
  Workspace,
} from "../../core/model.ts"
import type { OverrideMatcher } from "../../core/override-matcher.ts"
import type { VerifiableKey } from "../../core/verify.ts"

/**
 * The port to what Keyward keeps. Obligations of every adapter (conformance.ts proves them):
 * - Finders take the workspace first and see nothing of another workspace, and nothing deleted. The exceptions are
 *   `credentials`, which is how the workspace is learned, and `taken`, which tells nothing but that something is there.
 * - A hash is unique in its workspace, deleted keys included. Those of root keys are unique in the installation.
 * - Names and ids compare by bytes. Lists ascend by id; `after` excludes everything up to and including that id.
 * - A transaction commits durably before it returns or changes nothing. Writers of one workspace run one after the
 *   other, and see each other's commits; events commit with what they record and chain per workspace in commit order.
 * - What cannot be reached is thrown as StorageUnavailable.
 */
export interface Store extends Reads {
  transaction<T>(scope: TransactionScope, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Everything the work reads is as it was at one moment; no writer waits for it, and it waits for none. */
  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T>
  readonly idempotency: IdempotencyRecords
  readonly verification: VerificationReads
  readonly credits: CreditSpends
  readonly usage: UsageWrites
  /**
   * Resolves when nothing that is asked of the store, on any node, is answered from before what is committed now; says how
   * many milliseconds that took. Whoever has told of a change has waited for this, see propagating-store.ts.
   */
  waitUntilPropagated(): Promise<number>
  /** Throws StorageUnavailable, or an error if the schema is not current. */
  checkReadiness(): Promise<void>
  close(): Promise<void>
}

export interface Propagating {
  /** Called with how many milliseconds it took until every node knew of what was committed, where anybody waited for that. */
  readonly onPropagated?: ((durationMs: number) => void) | undefined
}

/** Who changes what, for the events, and whose writers have to wait meanwhile. */
export interface TransactionScope extends Propagating {
  /** Absent where the transaction makes a new workspace. */
  readonly workspaceId: string | undefined
  readonly actor: Actor
  readonly requestId: string | null
  readonly now: number
  /** Called right before the commit with the ids that its events make stale; not called for a transaction without events. */
  readonly onStale?: ((ids: readonly string[]) => void) | undefined
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
  readonly identities: Access<IdentityReads, IdentityWrites>
  readonly balances: Access<BalanceReads, BalanceWrites>
  readonly keys: Access<KeyReads, KeyWrites>
  readonly permissions: Access<PermissionReads, PermissionWrites>
  readonly roles: Access<RoleReads, RoleWrites>
  readonly namespaces: Access<NamespaceReads, NamespaceWrites>
  readonly overrides: Access<OverrideReads, OverrideWrites>
  readonly migrations: Access<MigrationReads, MigrationWrites>
}

type AccessTo<Kind extends "reads" | "writes"> = { readonly [Name in keyof Collections]: Collections[Name][Kind] }

export interface Transaction extends OtherReads, AccessTo<"writes"> {
  readonly idempotency: IdempotencyCompletion
  /** Recorded with the commit, in the order of the calls. */
  record(entry: EventEntry): void
}

export interface EventEntry {
  readonly type: EventType
  readonly workspaceId: string
  /** The changed object first. */
  readonly resources: readonly [Resource, ...Resource[]]
  readonly changes: Changes
  /** Where not the caller but the system itself acts. */
  readonly actor?: Actor
}

export interface Reads extends OtherReads, AccessTo<"reads"> {}

interface OtherReads {
  readonly credentials: Credentials
  readonly events: EventReads
  readonly taken: ReservedReads
}

/** What no new object can have, since another one has it or had it before it was deleted. */
export interface ReservedReads {
  /** Ids of any kind, in the whole installation. */
  ids(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Hashes that no new key of this workspace can have. */
  keyHashes(workspaceId: string, hashes: readonly string[]): Promise<ReadonlySet<string>>
  /** Hashes that no new root key can have: those of root keys, and of keys that this installation minted. */
  rootKeyHashes(hashes: readonly string[]): Promise<ReadonlySet<string>>
}

export interface PageQuery {
  readonly limit: number
  readonly after: string | undefined
}

export interface SearchQuery extends PageQuery {
  readonly search: string | undefined
}

/** What the bearer of a key is, found by the hash of the key. */
export type Credential =
  | { readonly type: "root_key"; readonly rootKey: RootKey; readonly workspace: Workspace }
  | { readonly type: "api_key"; readonly key: Key; readonly workspace: Workspace }

export interface Credentials {
  /** A root key, else a key that this installation minted. A root key holds its hash until its workspace is deleted. */
  find(hash: string): Promise<Credential | undefined>
  /**
   * An imported key that exactly one live workspace has, by the hash of its whole text or, until it is adopted, of its
   * long token. Never from memory, since other workspaces decide whether it is the only one.
   */
  findImported(hashes: PlaintextHashes): Promise<Credential | undefined>
}

/** The two hashes by which a plaintext may be known. */
export interface PlaintextHashes {
  readonly whole: string
  /** Absent where the text does not have the form of a prefixed key. */
  readonly longToken: string | undefined
}

export interface PrefixedHashes extends PlaintextHashes {
  readonly longToken: string
}

export interface WorkspaceReads {
  find(id: string): Promise<Workspace | undefined>
  list(query: SearchQuery & { readonly enabled: boolean | undefined }): Promise<readonly Workspace[]>
  /** Also true of a workspace that was deleted. */
  hasExisted(id: string): Promise<boolean>
}

export interface WorkspaceWrites extends WorkspaceReads {
  insert(workspace: Workspace): Promise<void>
  update(workspace: Workspace): Promise<void>
  delete(id: string, now: number): Promise<void>
}

export interface RootKeyReads {
  find(workspaceId: string, id: string): Promise<RootKey | undefined>
  list(workspaceId: string, query: SearchQuery): Promise<readonly RootKey[]>
  /** Enabled root keys with the grant `*` that have not expired; so many of them at most. */
  listUsableOwners(workspaceId: string, now: number, atMost: number): Promise<readonly RootKey[]>
}

export interface RootKeyWrites extends RootKeyReads {
  insert(rootKey: RootKey): Promise<void>
  update(rootKey: RootKey): Promise<void>
  delete(id: string, now: number): Promise<void>
}

export interface ApiReads {
  find(workspaceId: string, id: string): Promise<Api | undefined>
  list(workspaceId: string, query: SearchQuery): Promise<readonly Api[]>
}

export interface ApiWrites extends ApiReads {
  insert(api: Api): Promise<void>
  update(api: Api): Promise<void>
  delete(id: string, now: number): Promise<void>
}

export interface IdentityReads {
  find(workspaceId: string, id: string): Promise<Identity | undefined>
  findByExternalId(workspaceId: string, externalId: string): Promise<Identity | undefined>
  /** Those of the given ids that exist. */
  listByIds(workspaceId: string, ids: readonly string[]): Promise<readonly Identity[]>
  /** Those of the given external identifiers that exist. */
  listByExternalIds(workspaceId: string, externalIds: readonly string[]): Promise<readonly Identity[]>
  list(workspaceId: string, query: SearchQuery): Promise<readonly Identity[]>
  count(workspaceId: string): Promise<number>
}

export interface IdentityWrites extends IdentityReads {
  /** Rate limits included. */
  insert(identities: readonly Identity[]): Promise<void>
  /** Rate limits included: those not named are removed. */
  update(identity: Identity): Promise<void>
  /** Unlinks its keys too. */
  delete(id: string, now: number): Promise<void>
}

export interface BalanceReads {
  /** Those of the given ids that exist. A balance exists as long as a key refers to it, deleted keys included. */
  listByIds(workspaceId: string, ids: readonly string[]): Promise<readonly Balance[]>
  /** The keys that share a balance, newest first. */
  listKeyIds(workspaceId: string, id: string, limit: number): Promise<readonly string[]>
}

export interface BalanceWrites extends BalanceReads {
  insert(workspaceId: string, balances: readonly Balance[]): Promise<void>
  /** For every key that refers to it. The caller must have read it for update, through one of them. */
  update(balance: Balance): Promise<void>
}

export interface KeyFilter extends SearchQuery {
  readonly apiId: string | undefined
  readonly identityId: string | undefined
  readonly externalId: string | undefined
  readonly enabled: boolean | undefined
}

export interface KeyReads {
  find(workspaceId: string, id: string): Promise<KeyDetails | undefined>
  /** Those of the given ids that exist. */
  listByIds(workspaceId: string, ids: readonly string[]): Promise<readonly KeyDetails[]>
  list(workspaceId: string, filter: KeyFilter): Promise<readonly KeyDetails[]>
  count(workspaceId: string): Promise<number>
  countUnexpired(workspaceId: string, now: number): Promise<number>
}

export interface KeyWrites extends KeyReads {
  /** As `find`, and no spend from its balance, through whichever key, can slip between this read and the commit. */
  findForUpdate(workspaceId: string, id: string): Promise<KeyDetails | undefined>
  /** Keys of an identity, in either state or in both. */
  listForUpdate(
    workspaceId: string,
    query: { readonly identityId: string; readonly enabled: boolean | undefined; readonly limit: number },
  ): Promise<readonly KeyDetails[]>
  /** Everything that hangs on the keys included: rate limits, links. Their balances must be there. */
  insert(keys: readonly KeyDetails[]): Promise<void>
  /** The key, its rate limits and links as they shall be; `before` as `findForUpdate` gave it. Its balance must be there. */
  update(before: KeyDetails, after: KeyDetails): Promise<void>
  delete(id: string, now: number): Promise<void>
  /** The balance goes with the last key that refers to it, deleted keys included. */
  erase(id: string): Promise<void>
}

export interface PermissionReads {
  /** How many the workspace has, but no more than so many are counted. */
  countUpTo(workspaceId: string, atMost: number): Promise<number>
  find(workspaceId: string, id: string): Promise<Permission | undefined>
  findBySlug(workspaceId: string, slug: string): Promise<Permission | undefined>
  /** Those of the given ids and slugs that exist. */
  listNamed(workspaceId: string, references: readonly string[]): Promise<readonly Permission[]>
  list(workspaceId: string, query: SearchQuery): Promise<readonly Permission[]>
}

export interface PermissionWrites extends PermissionReads {
  insert(workspaceId: string, permissions: readonly Permission[]): Promise<void>
  /** Its name and description. */
  update(permission: Permission): Promise<void>
  /** Every role and key loses it. */
  delete(id: string): Promise<void>
}

/** What a key holds, counted. */
export interface KeyHolding {
  readonly keyId: string
  readonly directCount: number
  readonly roleIds: readonly string[]
}

export interface RoleHolderReads {
  /** Permissions of the roles with these ids or names; one that several of them give counts for each. */
  countPermissions(workspaceId: string, references: readonly string[]): Promise<number>
  /** The same for all roles of a workspace; counting ends at `atMost`. */
  countPermissionsUpTo(workspaceId: string, atMost: number): Promise<number>
  /** Nothing for a role that has none. */
  countPermissionsByRole(roleIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Keys that hold the role, deleted ones included; counting ends at `atMost`. */
  countHoldersUpTo(roleId: string, atMost: number): Promise<number>
  /** Those of them that have another role too, or more direct permissions than this; so many of them at most. */
  listHoldersWithMore(roleId: string, directCount: number, atMost: number): Promise<readonly string[]>
  /** Of those keys that have roles and are not deleted. */
  listHoldings(keyIds: readonly string[]): Promise<readonly KeyHolding[]>
  /** What a key holds directly and through its roles other than this one; what is given twice is there twice. */
  listPermissionIdsBeside(keyId: string, roleId: string): Promise<readonly string[]>
}

export interface RoleReads extends RoleHolderReads {
  find(workspaceId: string, id: string): Promise<Role | undefined>
  findByName(workspaceId: string, name: string): Promise<Role | undefined>
  /** Those of the given ids and names that exist. */
  listNamed(workspaceId: string, references: readonly string[]): Promise<readonly Role[]>
  list(workspaceId: string, query: SearchQuery): Promise<readonly Role[]>
}

export interface RoleWrites extends RoleReads {
  /** Links to its permissions included. */
  insert(workspaceId: string, role: Role): Promise<void>
  setPermissions(role: Role): Promise<void>
  /** Its name and description. */
  update(role: Role): Promise<void>
  /** Every key loses it. */
  delete(id: string): Promise<void>
}

export interface NamespaceReads {
  find(workspaceId: string, id: string): Promise<Namespace | undefined>
  findByName(workspaceId: string, name: string): Promise<Namespace | undefined>
  /** A namespace that was deleted, by id or name: it keeps both. */
  findGone(workspaceId: string, idOrName: string): Promise<Namespace | undefined>
  list(workspaceId: string, query: SearchQuery): Promise<readonly Namespace[]>
}

export interface NamespaceWrites extends NamespaceReads {
  insert(workspaceId: string, namespace: Namespace): Promise<void>
  delete(id: string, now: number): Promise<void>
}

export interface OverrideReads {
  find(namespaceId: string, identifier: string): Promise<Override | undefined>
  /** An override that was deleted: setting it again brings it back under its old id. */
  findDeleted(namespaceId: string, identifier: string): Promise<Override | undefined>
  list(namespaceId: string, query: PageQuery): Promise<readonly Override[]>
  listPatterns(namespaceId: string): Promise<readonly Override[]>
  /** Those whose identifier is equal to one of these, a pattern taken literally. */
  listEqual(namespaceId: string, identifiers: readonly string[]): Promise<readonly Override[]>
  /** Chooses the override of each of these identifiers, and of no others. */
  matcherFor(namespaceId: string, identifiers: readonly string[]): Promise<OverrideMatcher<Override>>
  /** Of one namespace, patterns included. */
  count(namespaceId: string): Promise<number>
  countPatterns(namespaceId: string): Promise<number>
}

export interface OverrideWrites extends OverrideReads {
  /** Inserts, replaces or revives by id. */
  put(namespaceId: string, override: Override): Promise<void>
  delete(id: string, now: number): Promise<void>
}

export interface MigrationReads {
  find(workspaceId: string, id: string): Promise<Migration | undefined>
  list(workspaceId: string, query: PageQuery): Promise<readonly Migration[]>
}

export interface MigrationWrites extends MigrationReads {
  insert(workspaceId: string, migration: Migration): Promise<void>
}

export interface EventFilter {
  readonly limit: number
  /** Only events older than the one with this sequence number. */
  readonly before: number | undefined
  readonly workspaceId: string | undefined
  readonly type: string | undefined
  readonly resourceId: string | undefined
  readonly actorId: string | undefined
  readonly since: number | undefined
  readonly until: number | undefined
}

export interface RecordedEvent extends Event {
  readonly sequence: number
  /** The form that its hash was built in; null is the first one. */
  readonly chainVersion: number | null
  readonly previousHash: string
  readonly hash: string
}

export interface EventReads {
  /** Newest first. */
  list(filter: EventFilter): Promise<readonly RecordedEvent[]>
  /** Every chain of the installation, deleted workspaces included, ascending by workspace id. */
  listChains(): Promise<readonly EventChain[]>
  /** Where a chain ends at this moment, as recorded beside it. */
  findChainEnd(workspaceId: string): Promise<ChainPosition | undefined>
  /** One chain from its beginning, oldest first, in steps. Content that is no JSON any more is given as it is. */
  listChain(workspaceId: string, after: number, limit: number): Promise<readonly RecordedEvent[]>
  /** The objects that these events are found by, in no order. */
  listNamed(sequences: readonly number[]): Promise<readonly NamedByEvent[]>
}

export interface NamedByEvent {
  readonly sequence: number
  readonly resourceId: string
}

export interface EventChain {
  readonly workspaceId: string
  /** Absent only if somebody has removed it. */
  readonly end: ChainPosition | undefined
}

export interface IdempotencyKey {
  readonly scope: string
  readonly operation: string
  readonly keyHash: string
}

/** A key, and the request that has claimed it. */
export interface ClaimedKey {
  readonly key: IdempotencyKey
  readonly claim: string
}

export type IdempotencyState =
  /** With what an earlier request has stored of its progress before it ended too soon. */
  | { readonly type: "claimed"; readonly progress?: string }
  | { readonly type: "running"; readonly bodyHash: string }
  | {
      readonly type: "kept"
      readonly bodyHash: string
      readonly response: string
      readonly required: readonly string[]
    }

export interface IdempotencyRecords {
  /**
   * Takes an unused key for one request until the claim expires; of parallel calls exactly one claims. A key that a
   * request with the same body has left with progress is taken the same way.
   */
  claim(
    key: IdempotencyKey,
    request: Propagating & { bodyHash: string; claim: string; now: number; expiresAt: number },
  ): Promise<IdempotencyState>
  /** Gives unfinished claims back, all or none; progress stays. */
  release(claims: readonly ClaimedKey[]): Promise<void>
  /** Gives every unfinished claim back: those of a process that was killed, as long as no other one has begun. */
  releaseAll(): Promise<void>
  /** A bounded number; whether there may be more. */
  deleteExpired(now: number): Promise<boolean>
}

export interface IdempotencyCompletion {
  /** Stores with the commit how far the request has come, and prolongs its claim; throws as `complete`. */
  advance(key: IdempotencyKey, advanced: { claim: string; progress: string; expiresAt: number }): Promise<void>
  /** Keeps the response with the commit; throws StorageUnavailable if the claim was lost meanwhile. */
  complete(
    key: IdempotencyKey,
    kept: { claim: string; response: string; required: readonly string[]; expiresAt: number },
  ): Promise<void>
}

/** What a verdict is made from, and the ids of every object whose change makes it stale. */
export interface VerificationRecord {
  readonly key: VerifiableKey
  readonly dependsOn: readonly string[]
}

export interface VerificationReads {
  /** A live key of the workspace by the hash of its whole text, unless that is the hash of a root key. */
  find(workspaceId: string, hash: string): Promise<VerifiableKey | undefined>
  /** The same, never from memory: for what may have been adopted a moment ago, by a change not yet answered. */
  findUncached(workspaceId: string, hash: string): Promise<VerificationRecord | undefined>
  /** The same for a key imported as prefixed_api_key and not yet adopted, by the hash of its long token. */
  findPrefixed(workspaceId: string, hashes: PrefixedHashes): Promise<UnadoptedKey | undefined>
}

export interface UnadoptedKey {
  readonly id: string
  readonly apiId: string
  readonly migrationId: string | null
}

export type Spend =
  | { readonly type: "spent" | "short"; readonly remaining: number }
  /** A refill has to be stored first. */
  | { readonly type: "refill_due" }
  /** There are no credits to count: the balance is unlimited, or gone with its last key. */
  | { readonly type: "unlimited" }
  /** The requester hung up before the spend was sent to the database: nothing was taken. */
  | { readonly type: "abandoned" }

/** Waits for a spend; an HTTP request is one. */
export interface Requester {
  readonly signal: { readonly aborted: boolean }
}

export interface SpendRequest {
  readonly balanceId: string
  readonly cost: number
  readonly now: number
}

export interface CreditSpends {
  /**
   * Takes the cost if the balance suffices, durably before it answers; a cost of 0 looks only. Spends from one
   * balance are answered in the order of the calls, whichever keys they are for, and never take more than there is.
   * Nothing is taken for a requester that has hung up by the time the spend is sent to the database.
   */
  spend(request: SpendRequest, requester?: Requester): Promise<Spend>
}

/** What has been collected since the last time, see usage-recorder.ts. */
export interface Usage {
  readonly keys: ReadonlyMap<string, number>
  readonly rootKeys: ReadonlyMap<string, number>
  readonly verifications: readonly VerificationTally[]
  readonly months: readonly MonthTally[]
}

export interface VerificationTally {
  readonly keyId: string
  /** Unix time in milliseconds at which the hour began. */
  readonly hour: number
  readonly code: string
  /** Sorted JSON array. */
  readonly tags: string
  readonly count: number
}

export interface MonthTally {
  readonly workspaceId: string
  /** `2026-11`, in UTC. */
  readonly month: string
  readonly count: number
}

export interface UsageWrites {
  /** Adds the tallies and moves `lastUsedAt` forward, never back. */
  add(usage: Usage): Promise<void>
  /** Verifications of a workspace in a month, as far as they have been added. */
  verificationsIn(workspaceId: string, month: string): Promise<number>
  /** Counts one more if that stays within the limit; exact under concurrency. */
  admitVerification(workspaceId: string, month: string, limit: number): Promise<boolean>
}
