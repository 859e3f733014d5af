import type { EventType } from "../../contract/event.ts"
import type { KeyStatus } from "../../contract/key-status.ts"
import type { MemberRole } from "../../contract/member-role.ts"
import type { ChainPosition } from "../../core/event-chain.ts"
import type {
  Actor,
  Api,
  Balance,
  Changes,
  Event,
  Identity,
  Invitation,
  Key,
  KeyDetails,
  Member,
  MemberDetails,
  Migration,
  Namespace,
  Override,
  Permission,
  Reset,
  Resource,
  Role,
  RootKey,
  Session,
  SetupLink,
  User,
  Workspace,
} from "../../core/model.ts"
import type { OverrideMatcher } from "../../core/override-matcher.ts"
import type { VerifiableKey } from "../../core/verify.ts"
import type { DeviceLoginReads, DeviceLoginWrites } from "./device-logins.ts"
import type { ChallengeWrites, OidcAccountReads, OidcAccountWrites, PasskeyReads, PasskeyWrites } from "./sign-in.ts"
import type { UsageStore } from "./usage.ts"

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
  transaction<T>(scope: TransactionScope, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Reads one consistent snapshot. It blocks no writer and waits for none. */
  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T>
  readonly idempotency: IdempotencyRecords
  readonly verification: VerificationReads
  readonly credits: CreditSpends
  readonly usage: UsageStore
  readonly sessionUpkeep: SessionUpkeep
  /** Resolves when every node has applied all changes committed so far. */
  waitUntilPropagated(): Promise<Propagated>
  /** Throws StorageUnavailable, or an error if the schema is not current. */
  checkReadiness(): Promise<void>
  close(): Promise<void>
}

export interface Propagated {
  /** From the commit until the change had reached every node. */
  readonly durationMs: number
  /** Undefined if a node did not acknowledge the change in time. It no longer answers from memory. */
  readonly nodes: number | undefined
}

export interface Propagating {
  /** Called when every node has applied the change, if the caller waited for that. */
  readonly onPropagated?: ((propagated: Propagated) => void) | undefined
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
  /** Receives the ids that the events make stale, right before the commit. Not called without events. */
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
  /**
   * Locks one more workspace, or the installation. Needed before a change that records events there. To prevent
   * deadlocks, lock the installation first, then workspaces in ascending order.
   */
  lockWorkspace(workspaceId: string): Promise<void>
  /** Records an event with the commit. Events keep the order of the calls. */
  record(entry: EventEntry): void
}

export interface EventEntry {
  readonly type: EventType
  readonly workspaceId: string
  /** The changed object comes first. */
  readonly resources: readonly [Resource, ...Resource[]]
  readonly changes: Changes
  /** Set if Keyward itself acts instead of the caller. */
  readonly actor?: Actor
}

export interface Reads extends OtherReads, AccessTo<"reads"> {}

interface OtherReads {
  readonly credentials: Credentials
  readonly events: EventReads
  readonly reserved: ReservedReads
}

/** Ids and hashes that no new object can have, because a live or deleted object has them. */
export interface ReservedReads {
  /** Covers ids of any kind in the whole installation. */
  ids(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Returns the hashes that no new key of this workspace can have. */
  keyHashes(workspaceId: string, hashes: readonly string[]): Promise<ReadonlySet<string>>
  /** Returns the hashes of root keys and of keys that this installation created. */
  rootKeyHashes(hashes: readonly string[]): Promise<ReadonlySet<string>>
}

export interface PageQuery {
  readonly limit: number
  readonly after: string | undefined
}

export interface SearchQuery extends PageQuery {
  readonly search: string | undefined
  /** The newest first; `after` is then the last id of the page before, too. */
  readonly isDescending?: boolean
}

/** A key or root key found by its hash, with its workspace. */
export type Credential =
  | { readonly type: "root_key"; readonly rootKey: RootKey; readonly workspace: Workspace }
  | { readonly type: "api_key"; readonly key: Key; readonly workspace: Workspace }

export interface Credentials {
  /** Finds a root key, or else a key that this installation created. A deleted root key still hides other keys. */
  find(hash: string): Promise<Credential | undefined>
  /** Finds an imported key if exactly one live workspace has it. Never cached, because other workspaces decide the result. */
  findImported(hashes: PlaintextHashes): Promise<Credential | undefined>
  /** Finds the root key that somebody has used to sign in. Never cached. */
  findRootKey(id: string): Promise<Extract<Credential, { readonly type: "root_key" }> | undefined>
}

/** The two hashes that can identify a plaintext. */
export interface PlaintextHashes {
  readonly whole: string
  /** Absent if the text does not have the form of a prefixed key. */
  readonly longToken: string | undefined
}

export interface PrefixedHashes extends PlaintextHashes {
  readonly longToken: string
}

/** Objects of a workspace that can be searched. */
interface Listed<Item> {
  find(workspaceId: string, id: string): Promise<Item | undefined>
  list(workspaceId: string, query: SearchQuery): Promise<readonly Item[]>
}

/** A deleted object keeps its row. */
interface Kept<Item> {
  insert(item: Item): Promise<void>
  update(item: Item): Promise<void>
  delete(id: string, now: number): Promise<void>
}

export interface WorkspaceReads {
  find(id: string): Promise<Workspace | undefined>
  list(query: SearchQuery & { readonly enabled: boolean | undefined }): Promise<readonly Workspace[]>
  /** Also true for a deleted workspace. */
  hasExisted(id: string): Promise<boolean>
  /** Counts live objects in short steps. Objects that are created or deleted meanwhile may be counted or not. */
  countObjects(id: string): Promise<ObjectCounts>
}

export interface ObjectCounts {
  readonly apis: number
  readonly identities: number
  readonly keys: number
  /** The APIs that have keys, and how many. */
  readonly keysByApi: ReadonlyMap<string, number>
}

export interface WorkspaceWrites extends WorkspaceReads, Kept<Workspace> {}

export interface RootKeyReads extends Listed<RootKey> {
  /** Returns up to `limit` enabled, unexpired root keys with the grant `*`. */
  listUsableOwners(workspaceId: string, now: number, limit: number): Promise<readonly RootKey[]>
  /** Returns up to `limit` root keys that a user created, ascending by id. */
  listCreatedBy(workspaceId: string, userId: string, limit: number): Promise<readonly RootKey[]>
}

export interface RootKeyWrites extends RootKeyReads, Kept<RootKey> {}

export type ApiReads = Listed<Api>

export interface ApiWrites extends ApiReads, Kept<Api> {}

export interface IdentityReads extends Listed<Identity> {
  findByExternalId(workspaceId: string, externalId: string): Promise<Identity | undefined>
  listByIds(workspaceId: string, ids: readonly string[]): Promise<readonly Identity[]>
  listByExternalIds(workspaceId: string, externalIds: readonly string[]): Promise<readonly Identity[]>
  count(workspaceId: string): Promise<number>
}

/** A quota, and the objects that a change adds. */
export interface QuotaCheck {
  readonly additional: number
  readonly limit: number
  readonly now: number
}

export interface IdentityWrites extends IdentityReads {
  /** Whether the workspace may have this many more. Exact like `count`, and seldom counts. */
  hasRoom(workspaceId: string, quota: QuotaCheck): Promise<boolean>
  /** Includes rate limits. */
  insert(identities: readonly Identity[]): Promise<void>
  /** Replaces the rate limits. */
  update(identity: Identity): Promise<void>
  /** Also unlinks its keys. */
  delete(id: string, now: number): Promise<void>
}

export interface BalanceReads {
  /** A balance exists as long as a key refers to it, deleted keys included. */
  listByIds(workspaceId: string, ids: readonly string[]): Promise<readonly Balance[]>
  /** Returns the keys that share a balance, newest first. */
  listKeyIds(workspaceId: string, id: string, limit: number): Promise<readonly string[]>
}

export interface BalanceWrites extends BalanceReads {
  insert(workspaceId: string, balances: readonly Balance[]): Promise<void>
  /** Applies to every key that shares the balance. The caller must have read one of these keys for update. */
  update(balance: Balance): Promise<void>
}

export interface KeyFilter extends SearchQuery {
  readonly apiId: string | undefined
  readonly identityId: string | undefined
  readonly externalId: string | undefined
  readonly enabled: boolean | undefined
  readonly status?: { readonly name: KeyStatus; readonly now: number } | undefined
  /** Keys that expire before this time, expired ones included. */
  readonly expiresBefore?: number | undefined
  readonly roleId?: string | undefined
  /** Held directly or through a role. */
  readonly permissionId?: string | undefined
}

/** The keys of a bulk change. `enabled` selects one state, undefined selects both. */
export type KeySelection =
  | { readonly type: "ids"; readonly ids: readonly string[] }
  | { readonly type: "api"; readonly apiId: string }
  | { readonly type: "identity"; readonly identityId: string; readonly enabled?: boolean | undefined }

/** A key and what it costs to load: its rows and bytes, without those of its identity and of the permissions of its roles. */
export interface SelectedKey extends Pick<Key, "id" | "apiId" | "identityId"> {
  readonly rows: number
  readonly bytes: number
  readonly identityBytes: number
}

export interface KeyReads {
  find(workspaceId: string, id: string): Promise<KeyDetails | undefined>
  listByIds(workspaceId: string, ids: readonly string[]): Promise<readonly KeyDetails[]>
  /** Returns the first keys of a selection, without their details. */
  listSelected(workspaceId: string, selection: KeySelection, query: PageQuery): Promise<readonly SelectedKey[]>
  list(workspaceId: string, filter: KeyFilter): Promise<readonly KeyDetails[]>
  count(workspaceId: string): Promise<number>
  countUnexpired(workspaceId: string, now: number): Promise<number>
}

export interface KeyWrites extends KeyReads {
  /** Whether the workspace may have this many more unexpired keys. Exact like `countUnexpired`, and seldom counts. */
  hasRoom(workspaceId: string, quota: QuotaCheck): Promise<boolean>
  /** Like `find`, but no spend from its balance can commit between this read and the commit of this transaction. */
  findForUpdate(workspaceId: string, id: string): Promise<KeyDetails | undefined>
  /** The same for many keys, ascending by id. */
  listForUpdate(workspaceId: string, ids: readonly string[]): Promise<readonly KeyDetails[]>
  /** Includes rate limits and links. The balances must exist. */
  insert(keys: readonly KeyDetails[]): Promise<void>
  /** Writes the key, its rate limits and links. `before` must come from `findForUpdate`; the balance must exist. */
  update(before: KeyDetails, after: KeyDetails): Promise<void>
  delete(ids: readonly string[], now: number): Promise<void>
  /** Also deletes balances that no other key refers to, deleted keys included. */
  erase(ids: readonly string[]): Promise<void>
}

export interface PermissionReads extends Listed<Permission> {
  /** Stops counting at `limit`. */
  countUpTo(workspaceId: string, limit: number): Promise<number>
  findBySlug(workspaceId: string, slug: string): Promise<Permission | undefined>
  /** Finds by ids and slugs. */
  listNamed(workspaceId: string, references: readonly string[]): Promise<readonly Permission[]>
}

export interface PermissionWrites extends PermissionReads {
  insert(workspaceId: string, permissions: readonly Permission[]): Promise<void>
  /** Updates name and description. */
  update(permission: Permission): Promise<void>
  /** Also removes it from every role and key. */
  delete(id: string): Promise<void>
}

/** The number of permissions and the roles of a key. */
export interface KeyHolding {
  readonly keyId: string
  readonly directCount: number
  readonly roleIds: readonly string[]
}

export interface RoleHolderReads {
  /** Counts the permissions of these roles, given by id or name. A permission of two roles counts twice. */
  countPermissions(workspaceId: string, references: readonly string[]): Promise<number>
  /** Counts the permissions of all roles; stops at `limit`. */
  countPermissionsUpTo(workspaceId: string, limit: number): Promise<number>
  /** Omits roles without permissions. */
  countPermissionsByRole(roleIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Counts keys that hold the role, deleted ones included; stops at `limit`. */
  countHoldersUpTo(roleId: string, limit: number): Promise<number>
  /** Returns up to `limit` holders that have another role, or more direct permissions than this. */
  listHoldersWithMore(roleId: string, directCount: number, limit: number): Promise<readonly string[]>
  /** Covers the given keys that have roles and are not deleted. */
  listHoldings(keyIds: readonly string[]): Promise<readonly KeyHolding[]>
  /** Returns direct permissions and those of other roles. A permission granted twice appears twice. */
  listPermissionIdsBeside(keyId: string, roleId: string): Promise<readonly string[]>
}

export interface RoleReads extends RoleHolderReads, Listed<Role> {
  findByName(workspaceId: string, name: string): Promise<Role | undefined>
  /** Finds by ids and names. */
  listNamed(workspaceId: string, references: readonly string[]): Promise<readonly Role[]>
}

export interface RoleWrites extends RoleReads {
  /** Includes the links to its permissions. */
  insert(workspaceId: string, role: Role): Promise<void>
  setPermissions(role: Role): Promise<void>
  /** Updates name and description. */
  update(role: Role): Promise<void>
  /** Also removes it from every key. */
  delete(id: string): Promise<void>
}

export interface NamespaceReads extends Listed<Namespace> {
  findByName(workspaceId: string, name: string): Promise<Namespace | undefined>
  /** Finds a deleted namespace by id or name, both of which stay reserved. */
  findDeleted(workspaceId: string, idOrName: string): Promise<Namespace | undefined>
}

export interface NamespaceWrites extends NamespaceReads {
  insert(workspaceId: string, namespace: Namespace): Promise<void>
  delete(id: string, now: number): Promise<void>
}

export interface OverrideReads {
  find(namespaceId: string, identifier: string): Promise<Override | undefined>
  /** Finds a deleted override. Setting it again restores it with its old id. */
  findDeleted(namespaceId: string, identifier: string): Promise<Override | undefined>
  list(namespaceId: string, query: PageQuery): Promise<readonly Override[]>
  listPatterns(namespaceId: string): Promise<readonly Override[]>
  /** Finds overrides whose identifier equals one of these; patterns are compared literally. */
  listEqual(namespaceId: string, identifiers: readonly string[]): Promise<readonly Override[]>
  /** The matcher only covers these identifiers. */
  matcherFor(namespaceId: string, identifiers: readonly string[]): Promise<OverrideMatcher<Override>>
  /** Includes patterns. */
  count(namespaceId: string): Promise<number>
  countPatterns(namespaceId: string): Promise<number>
}

export interface OverrideWrites extends OverrideReads {
  /** Inserts, replaces or restores by id. */
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

/** Users belong to the installation, so their finders take no workspace. They are never cached. */
export interface UserReads {
  find(id: string): Promise<User | undefined>
  /** The address must have the form of contract/email.ts. */
  findByEmail(email: string): Promise<User | undefined>
  list(query: SearchQuery): Promise<readonly User[]>
  /** Whether the installation has any user. */
  exist(): Promise<boolean>
  findPasswordHash(userId: string): Promise<string | undefined>
}

export interface UserWrites extends UserReads {
  insert(user: User): Promise<void>
  update(user: User): Promise<void>
  /** Also deletes the memberships, sessions, reset and everything that the user signs in with. */
  delete(id: string): Promise<void>
  setPasswordHash(userId: string, hash: string, now: number): Promise<void>
}

export interface MemberReads {
  find(workspaceId: string, userId: string): Promise<MemberDetails | undefined>
  /** Ascending by user id. */
  list(workspaceId: string, query: SearchQuery): Promise<readonly MemberDetails[]>
  /** The workspaces of a user that are not deleted, ascending by workspace id. */
  listOfUser(userId: string, limit: number): Promise<readonly Membership[]>
  /** Returns up to `limit` owners. */
  listOwners(workspaceId: string, limit: number): Promise<readonly Member[]>
}

/** A workspace that a user is a member of. */
export interface Membership {
  readonly workspace: Workspace
  readonly role: MemberRole
}

export interface MemberWrites extends MemberReads {
  insert(member: Member): Promise<void>
  update(member: Member): Promise<void>
  delete(workspaceId: string, userId: string): Promise<void>
}

export interface InvitationReads {
  find(workspaceId: string, id: string): Promise<Invitation | undefined>
  list(workspaceId: string, query: PageQuery): Promise<readonly Invitation[]>
  /** Finds the workspace too, like `credentials`. */
  findByHash(hash: string): Promise<Invitation | undefined>
}

export interface InvitationWrites extends InvitationReads {
  insert(invitation: Invitation): Promise<void>
  /** Returns false if another transaction has deleted it: an invitation is accepted or revoked once. */
  delete(id: string): Promise<boolean>
}

export interface SessionReads {
  /** Never cached, so that a revoked session ends at once on every node. Also returns expired sessions. */
  findByHash(hash: string): Promise<Session | undefined>
  /** Newest first. */
  listOfUser(userId: string, limit: number): Promise<readonly Session[]>
}

export interface SessionWrites extends SessionReads {
  insert(session: Session): Promise<void>
  /** Returns false if the session is gone already. */
  delete(id: string): Promise<boolean>
  /** Deletes all sessions of a user but one, and returns their ids. */
  deleteOfUser(userId: string, exceptId: string | undefined): Promise<readonly string[]>
}

/** Writes outside of transactions and without events. */
export interface SessionUpkeep {
  noteUse(id: string, now: number): Promise<void>
  /** Deletes expired sessions, invitations, resets, used challenges and logins of terminals. */
  deleteExpired(now: number): Promise<void>
}

/** Links with a one-time token, other than invitations. */
export interface LinkReads {
  findSetup(): Promise<SetupLink | undefined>
  findReset(hash: string): Promise<Reset | undefined>
}

export interface LinkWrites extends LinkReads {
  /** Replaces the link of the setup, of which there is at most one. */
  putSetup(link: SetupLink): Promise<void>
  deleteSetup(): Promise<void>
  /** Replaces the reset of the user. */
  putReset(reset: Reset): Promise<void>
  /** Returns false if another transaction has used it. */
  deleteReset(hash: string): Promise<boolean>
}

export interface EventFilter {
  readonly limit: number
  /** Returns only events before this sequence number. */
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
  /** Version of the hash input; null is the first version. */
  readonly chainVersion: number | null
  readonly previousHash: string
  readonly hash: string
}

export interface EventReads {
  /** Newest first. */
  list(filter: EventFilter): Promise<readonly RecordedEvent[]>
  /** Returns every chain, including those of deleted workspaces, ascending by workspace id. */
  listChains(): Promise<readonly EventChain[]>
  /** Returns the recorded end of a chain. */
  findChainEnd(workspaceId: string): Promise<ChainPosition | undefined>
  /** Reads one chain, oldest first, in pages. Content that is not valid JSON is returned as stored. */
  listChain(workspaceId: string, after: number, limit: number): Promise<readonly RecordedEvent[]>
  /** Returns the objects under which these events are indexed, unordered. */
  listNamed(sequences: readonly number[]): Promise<readonly NamedByEvent[]>
}

export interface NamedByEvent {
  readonly sequence: number
  readonly resourceId: string
}

export interface EventChain {
  readonly workspaceId: string
  /** Absent only if the record was tampered with. */
  readonly end: ChainPosition | undefined
}

export interface IdempotencyKey {
  readonly scope: string
  readonly operation: string
  readonly keyHash: string
}

/** An idempotency key and the request that holds it. */
export interface ClaimedKey {
  readonly key: IdempotencyKey
  readonly claim: string
}

export type IdempotencyState =
  /** `progress` comes from an earlier request that did not finish. */
  | { readonly type: "claimed"; readonly progress?: string }
  | { readonly type: "running"; readonly bodyHash: string }
  | {
      readonly type: "kept"
      readonly bodyHash: string
      readonly response: string
      readonly required: readonly string[]
    }

export interface IdempotencyRecords {
  /** Claims an unused key for one request; of concurrent calls exactly one wins. Also claims an unfinished key with progress. */
  claim(
    key: IdempotencyKey,
    request: Propagating & { bodyHash: string; claim: string; now: number; expiresAt: number },
  ): Promise<IdempotencyState>
  /** Releases unfinished claims, all or none. Progress stays. */
  release(claims: readonly ClaimedKey[]): Promise<void>
  /** Releases all unfinished claims of killed processes. The caller must be the only running process. */
  releaseAll(): Promise<void>
  /** Deletes a bounded number of records and returns whether more may remain. */
  deleteExpired(now: number): Promise<boolean>
}

export interface IdempotencyCompletion {
  /** Stores the progress with the commit and extends the claim. Throws like `complete`. */
  advance(key: IdempotencyKey, advanced: { claim: string; progress: string; expiresAt: number }): Promise<void>
  /** Stores the response with the commit. Throws StorageUnavailable if the claim was lost. */
  complete(
    key: IdempotencyKey,
    kept: { claim: string; response: string; required: readonly string[]; expiresAt: number },
  ): Promise<void>
}

/** The input of a verification, and the ids of all objects whose change makes it stale. */
export interface VerificationRecord {
  readonly key: VerifiableKey
  readonly dependsOn: readonly string[]
}

export interface VerificationReads {
  /** Finds a live key by the hash of its whole text. Returns undefined if a root key has that hash. */
  find(workspaceId: string, hash: string): Promise<VerifiableKey | undefined>
  /** Reads past the cache, because another request may have just adopted the key. */
  findUncached(workspaceId: string, hash: string): Promise<VerificationRecord | undefined>
  /**
   * Finds a live key by its id, past the cache. Includes keys that are not adopted yet, and keys with the hash of a root
   * key, because otherwise a workspace could test hashes of other workspaces.
   */
  findById(workspaceId: string, keyId: string): Promise<VerifiableKey | undefined>
  /**
   * Finds a key imported as prefixed_api_key, by the hash of its long token, until its first use. Returns undefined if the
   * whole hash belongs to a root key, or to any key of the workspace, deleted ones included: it can then not be adopted.
   */
  findPrefixed(workspaceId: string, hashes: PrefixedHashes): Promise<UnadoptedKey | undefined>
}

export type UnadoptedKey = Pick<Key, "id" | "apiId" | "migrationId">

export type Spend =
  | { readonly type: "spent" | "short"; readonly remaining: number }
  /** A due refill must be stored first. */
  | { readonly type: "refill_due" }
  /** The balance has no credits: it is unlimited, or it was deleted with its last key. */
  | { readonly type: "unlimited" }
  /** The client disconnected before the spend was sent, so nothing was charged. */
  | { readonly type: "abandoned" }

/** The client that waits for a spend, such as an HTTP request. */
export interface Requester {
  readonly signal: { readonly aborted: boolean }
}

export interface SpendRequest {
  readonly balanceId: string
  readonly cost: number
  readonly now: number
}

export interface CreditSpends {
  /** Charges the cost durably if the balance suffices; cost 0 only checks. Never overdraws, and skips disconnected requesters. */
  spend(request: SpendRequest, requester?: Requester): Promise<Spend>
}
