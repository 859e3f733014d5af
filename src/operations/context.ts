import type { IdPrefix } from "../contract/id-prefixes.ts"
import type { Code } from "../contract/verdicts.ts"
import type { BalanceWatch } from "../core/balance-watch.ts"
import type { FairPlaces } from "../core/fair-places.ts"
import type { Key, RootKey, Workspace } from "../core/model.ts"
import type { Member, Session, User } from "../core/people.ts"
import type { PortalCaller } from "../core/portal.ts"
import type { Counters } from "../counters/counters.ts"
import type { OidcSignIn } from "../oidc/sign-in.ts"
import type { Passkeys } from "../secrets/passkeys.ts"
import type { Passwords } from "../secrets/passwords.ts"
import type { Vault } from "../secrets/vault.ts"
import type { PresentedSecret } from "../storage/port/credentials.ts"
import type { Requester } from "../storage/port/credits.ts"
import type { NodeDirectory } from "../storage/port/nodes.ts"
import type { Store, Transaction } from "../storage/port/store.ts"
import type { LogCollector } from "../storage/usage/log-collector.ts"
import type { UsageRecorder } from "../storage/usage/usage-recorder.ts"
import type { WebhookSender } from "../webhooks/sender.ts"

/** What an operation receives: who calls, in which workspace, and everything that it may use. */

export type Caller =
  | { readonly type: "operator"; readonly signedIn?: SignedIn }
  | { readonly type: "root_key"; readonly rootKey: RootKey; readonly signedIn?: SignedIn }
  | { readonly type: "api_key"; readonly key: Key; readonly previous: PresentedSecret | null }
  | UserCaller
  | PortalCaller
  | { readonly type: "visitor"; readonly signedIn?: SignedIn }

export interface UserCaller {
  readonly type: "user"
  readonly user: User
  /** Absent if the call is about the user and not about a workspace. */
  readonly member?: Member
  readonly signedIn: SignedIn
}

/** The session of a caller. A session of a key has no user. */
export interface SignedIn {
  readonly session: Session
  readonly user?: User
  /** What the caller acts on: a workspace id, `operator`, or nothing but itself. */
  readonly acting: string | undefined
}

/** Values for the `{…}` in `needs`, such as `{ apiId: key.apiId }`. `*` means all objects, and an empty list none. */
export type ObjectIds = Readonly<Record<string, string | readonly string[]>>

/** Each check throws 403 with every permission that the caller lacks. Operators have all permissions. */
export interface Rights {
  /** Checks all `needs` for these objects, and the given permissions of `mayNeed`. */
  grant(ids: ObjectIds, ...also: readonly string[]): void
  /** Checks permissions of `mayNeed` that contain no `{…}`. */
  grantAlso(...permissions: readonly string[]): void
  /** States that the request names no object that exists, so that there is nothing to check. */
  grantNothing(): void
  /** Checks that the caller holds the permissions it gives to a root key, and does not expire before `until`. */
  delegate(permissions: readonly string[], until?: number | null): void
}

export interface Context<Input> extends Rights {
  readonly input: Input
  readonly caller: Caller
  /** The workspace of the call. A mutation reads it inside its transaction. */
  readonly workspace: Workspace
  readonly requestId: string
  readonly requester: Requester
  /** Read once per request, so that all steps use the same time. */
  readonly now: number
  readonly store: Store
  readonly counters: Counters
  readonly vault: Vault
  /** Of the operator key. Lookups must treat this hash as unknown, because a workspace could import a key with the same hash. */
  readonly operatorKeyHash: string
  readonly mint: Mint
  /** The page of a paged query, or a change of more objects than one call allows, starts after this position. */
  readonly after: string | undefined
  /** Whether the caller may verify keys of this API. Does not throw, because such keys are reported as not found. */
  mayVerify(apiId: string): boolean
  /** Whether the caller may check limits in this namespace. */
  mayLimit(namespaceId: string): boolean
  /** Whether the caller has this management permission. Does not throw, because the response only shows less without it. */
  holds(permission: string): boolean
  readonly webhooks: WebhookSender
  /** The test deliveries of this process that wait for their endpoints. */
  readonly testDeliveries: FairPlaces
  readonly balanceWatch: BalanceWatch
  readonly usage: UsageRecorder
  /** Days for which usage is kept by hour. */
  readonly usageDays: number
  readonly verificationLog: LogCollector
  readonly notes: RequestNotes
  readonly passwords: Passwords
  readonly nodes: NodeDirectory
  readonly passkeys: Passkeys
  /** Absent if no OpenID Connect provider is configured. */
  readonly oidc: OidcSignIn | undefined
  /** The browser of the caller, for operations about people. */
  browser(): Browser
}

/** Results for the log line and the metrics of a request. An operation sets them when nothing can fail any more. */
export interface RequestNotes {
  /** The code of a verification. */
  code: Code | undefined
  /** The key that a verification found. */
  keyId: string | undefined
  /** Rate-limit checks of ratelimit.limit and ratelimit.multiLimit by result. */
  passedChecks: number
  deniedChecks: number
  /** Set by `Browser.noteRefusal`. */
  isRefusedSignIn: boolean
}

/** A browser, which holds the token of its session in a cookie. */
export interface Browser {
  readonly address: string
  readonly userAgent: string | null
  /** Whether this server has pages for people. KEYWARD_DASHBOARD=off removes them. */
  readonly hasPages: boolean
  /** The request counts as one refused sign-in, which is recorded later. */
  noteRefusal(): void
  /** The user that has signed in with this browser before, proven by a cookie. */
  knownUserId(): string | undefined
  setSession(token: string, about: { readonly maxAgeMs: number; readonly userId: string | undefined }): void
  clearSession(): void
  /** Keeps a sign-in at the provider that has started. */
  setOidcFlow(sealed: string, maxAgeMs: number): void
  /** A link to a page, possibly with a secret in the part that browsers do not send. */
  linkTo(page: string, token?: string): string
  readonly portal: PortalBrowser
}

/** A browser that shows the portal. */
export interface PortalBrowser {
  /** The address of the portal of a workspace. Undefined if this server has no portal. */
  urlOf(workspaceId: string): string | undefined
  /** Whether the portal has an origin of its own, so that other sites may embed it. */
  readonly hasOwnOrigin: boolean
  /** The token of its cookie. */
  readonly token: string | undefined
  setSession(token: string, about: { readonly maxAgeMs: number; readonly isEmbedded: boolean }): void
  clearSession(): void
}

/**
 * The context without the type of its input. Only operations of the installation run without a workspace, and the types
 * of `query`, `pagedQuery` and `mutation` stop those from reading it.
 */
export interface RunContext extends Omit<Context<unknown>, "workspace"> {
  readonly workspace: Workspace | undefined
}

/**
 * `run` and `runSlice` may run again, and only the last run counts (see `Store.transaction`). They read and write through
 * `tx`, record events, mint what they store or return, and may call `browser()`: the response has the cookies of the last
 * run only. Rate limits, passwords, and everything that is sent or counted belong in `prepare` or `plan`, which run once.
 */
export interface MutationContext<Input> extends Context<Input> {
  /** Commits when `run` returns, and rolls back if `run` throws. */
  readonly tx: Transaction
}

/** The parts of a context that a function needs. */
export type ContextWith<Field extends keyof Context<unknown>> = Pick<Context<unknown>, Field>

/** What a consumption needs to answer from memory. Building the whole context would take longer than its lookups. */
export interface MemoryContext<Input>
  extends ContextWith<
    | "workspace"
    | "requestId"
    | "now"
    | "vault"
    | "operatorKeyHash"
    | "mayVerify"
    | "mayLimit"
    | "usage"
    | "verificationLog"
    | "notes"
  > {
  readonly input: Input
}

export type MutationWith<Field extends keyof MutationContext<unknown>> = Pick<MutationContext<unknown>, Field>

export interface Mint {
  id(prefix: IdPrefix): string
  key(shape: { readonly prefix: string | null; readonly byteLength: number }): MintedKey
  /** 256 random bits, for a cookie or a link. */
  token(): MintedToken
  /** `whsec_` and base64 of 256 random bits, as Standard Webhooks writes secrets. */
  webhookSecret(): string
  /** A short code that a person types. Guesses must be limited. */
  userCode(): MintedToken
}

export interface MintedToken {
  readonly plaintext: string
  readonly hash: string
}

export interface MintedKey {
  readonly plaintext: string
  readonly start: string
  readonly hash: string
}
