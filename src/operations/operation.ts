import type { z } from "zod"
import type { ErrorCode } from "../contract/error-table.ts"
import type { Page } from "../contract/pagination.ts"
import type { IdPrefix } from "../core/ids.ts"
import type { Key, RootKey, Workspace } from "../core/model.ts"
import type { Counters, CountersInMemory } from "../counters/counters.ts"
import type { Vault } from "../secrets/vault.ts"
import type { CachedReads } from "../storage/port/cached-reads.ts"
import type { Requester, Store, Transaction } from "../storage/port/store.ts"
import type { UsageRecorder } from "../storage/usage/usage-recorder.ts"

/**
 * An operation is a value. The route, validation, authorization, envelope, audit context, OpenAPI path, CLI command
 * and reference entry are all made from it; http/handle.ts does the steps they share.
 */
export type Operation = Query | Mutation | SlicedMutation | Consumption

interface Declaration {
  /** `<resource>.<operation>`, the last segment of every path of it and the name of its file. */
  readonly name: string
  /** One sentence, for the CLI, the OpenAPI document and the reference. */
  readonly summary: string
  /** Takes something away that somebody may need; a person is asked before. */
  readonly isDestructive?: true
  /** Who may call it at all; root keys if absent. */
  readonly callers?: readonly CallerType[]
  /**
   * What a root key always needs, as `resource.*.action` or `resource.{objectId}.action`. The first form is checked before
   * `run`, the second when `run` names the object with `grant`.
   */
  readonly needs: readonly string[]
  /** What some requests need in addition; `run` decides, and checks with `grant` or `grantAlso`. */
  readonly mayNeed?: readonly string[]
  /** Members that an operator has to send, where a root key has a default for them; `workspaceId` is always one. */
  readonly requiredOfOperators?: readonly string[]
  /** Paths beside `POST /v2/<name>`. */
  readonly also?: readonly Route[]
  /** `installation` where it concerns no single workspace. */
  readonly scope?: Scope
  readonly input: z.ZodType
  /** What `input` would give for its commonest form, without the cost of a schema; undefined leaves it to `input`. */
  readonly fastParse?: (body: unknown) => unknown
  readonly output: z.ZodType
  /** Beyond those that every operation can answer. */
  readonly errors: readonly ErrorCode[]
  /** A request body that works after the set-up its test makes; shown in the reference. */
  readonly example?: unknown
}

export interface Query extends Declaration {
  readonly kind: "query"
  readonly paged: boolean
  run(context: RunContext): Promise<unknown>
}

export interface Mutation extends Declaration {
  readonly kind: "mutation"
  readonly paged: false
  run(context: MutationRunContext): Promise<unknown>
}

/**
 * Changes so many objects that it commits slice by slice, each with its events, and others have their turn in between.
 * What has failed after a slice is continued behind it by a request with the same Idempotency-Key.
 */
export interface SlicedMutation extends Declaration {
  readonly kind: "mutation"
  readonly paged: false
  /** Refuses what has to be refused as a whole, before the first slice; what it gives is known to that slice only. */
  plan(context: RunContext): Promise<unknown>
  /** One slice, in a transaction of its own. */
  runSlice(context: MutationRunContext, done: SlicesDone<unknown, unknown>): Promise<Slice<unknown, unknown>>
}

/** What came before a slice: the plan, or the slice before it, perhaps in an earlier request. */
export type SlicesDone<Plan, Progress> =
  | { readonly type: "planned"; readonly plan: Plan }
  | { readonly type: "begun"; readonly progress: Progress }

/** Progress is kept as JSON, and its size counts with every slice. */
export type Slice<Progress, Result> =
  | { readonly type: "more"; readonly progress: Progress }
  | { readonly type: "last"; readonly result: Result }

/** Consumes rate-limit tokens or credits: neither repeatable like a query nor recorded like a mutation. */
export interface Consumption extends Declaration {
  readonly kind: "consumption"
  readonly paged: false
  run(context: RunContext): Promise<unknown>
  /** What `run` would give, if memory is enough for it; undefined leaves it to `run`, and has changed nothing. */
  runFromMemory?(context: RunContext, memory: FromMemory): WrittenJson | undefined
}

/** What can be read and counted without waiting. */
export interface FromMemory {
  readonly reads: CachedReads
  /** Absent where counters are shared with other processes. */
  readonly counters: CountersInMemory | undefined
}

export type CallerType = "operator" | "root_key" | "api_key"

export interface Route {
  readonly method: "GET" | "POST"
  readonly path: string
}

export type Caller =
  | { readonly type: "operator" }
  | { readonly type: "root_key"; readonly rootKey: RootKey }
  | { readonly type: "api_key"; readonly key: Key }

/** Ids for the `{…}` of declared needs, such as `{ apiId: key.apiId }`; `*` stands for all objects. */
export type ObjectIds = Readonly<Record<string, string | readonly string[]>>

/** Each check throws 403 and names every permission that the caller lacks. An operator lacks none. */
export interface Rights {
  /** Checks all `needs` for these objects, and those of `mayNeed` that this request needs too. */
  grant(ids: ObjectIds, ...also: readonly string[]): void
  /** Checks further permissions of `mayNeed`, which must not have a `{…}`. */
  grantAlso(...permissions: readonly string[]): void
  /** Checks that the caller itself holds what it gives to a root key, and does not expire before `until`. */
  delegate(permissions: readonly string[], until?: number | null): void
}

export interface Context<Input> extends Rights {
  readonly input: Input
  readonly caller: Caller
  /** The workspace the call concerns; inside a mutation as its transaction sees it. */
  readonly workspace: Workspace
  readonly requestId: string
  readonly requester: Requester
  /** Read once per request. */
  readonly now: number
  readonly store: Store
  readonly counters: Counters
  readonly vault: Vault
  /** No key of a workspace has it, whatever the workspace imports. */
  readonly operatorKeyHash: string
  readonly mint: Mint
  /** Position after which the page starts, for paged queries. */
  readonly after: string | undefined
  /** Whether the caller may verify keys of this API, for answers that must not tell the difference. */
  mayVerify(apiId: string): boolean
  /** Whether the caller may count requests in this namespace. */
  mayLimit(namespaceId: string): boolean
  readonly usage: UsageRecorder
}

/**
 * What `run` is given. Only operations of the installation may be given no workspace; `query` and the others see to it that
 * those do not read it.
 */
export interface RunContext extends Omit<Context<unknown>, "workspace"> {
  readonly workspace: Workspace | undefined
}

export interface MutationContext<Input> extends Context<Input> {
  /** Commits after `run` has returned; an error rolls everything back. */
  readonly tx: Transaction
}

type MutationRunContext = RunContext & Pick<MutationContext<unknown>, "tx">

export interface Mint {
  id(prefix: IdPrefix): string
  key(shape: { readonly prefix: string | null; readonly byteLength: number }): MintedKey
}

export interface MintedKey {
  readonly plaintext: string
  readonly start: string
  readonly hash: string
}

type Scope = "workspace" | "installation"

type Declared<Input extends z.ZodType, In extends Scope> = Omit<Declaration, "input" | "scope"> & {
  readonly input: Input
  readonly scope?: In
}

/** What concerns the installation as a whole has no workspace to look at. */
type Within<In extends Scope, Full extends Context<unknown>> = In extends "installation"
  ? Omit<Full, "workspace">
  : Full

type Immutable<T> = T extends object ? { readonly [Member in keyof T]: Immutable<T[Member]> } : T

type Returned<Output extends z.ZodType> = Promise<Immutable<z.input<Output>>>

/**
 * An answer that the operation has written as JSON itself; the tests hold it against `output` like any other. No
 * operation answers with a text alone, so that at run time a text can only be this.
 */
export type WrittenJson = string & { readonly [isWritten]: true }

declare const isWritten: unique symbol

export function writtenJson(json: string): WrittenJson {
  return json as WrittenJson
}

/** `output` is checked against what `run` returns at compile time, and against real answers in the tests. */
export function query<Input extends z.ZodType, Output extends z.ZodType, In extends Scope = "workspace">(
  declared: Declared<Input, In> & {
    readonly output: Output
    run(context: Within<In, Context<z.infer<Input>>>): Returned<Output>
  },
): Query {
  return { ...declared, kind: "query", paged: false, run: declared.run as Query["run"] }
}

/** A query that answers with one page of a list. */
export function pagedQuery<Input extends z.ZodType, Item extends z.ZodType, In extends Scope = "workspace">(
  declared: Declared<Input, In> & {
    readonly output: z.ZodArray<Item>
    run(context: Within<In, Context<z.infer<Input>>>): Promise<Page<Immutable<z.input<Item>>>>
  },
): Query {
  return { ...declared, kind: "query", paged: true, run: declared.run as Query["run"] }
}

export function mutation<Input extends z.ZodType, Output extends z.ZodType, In extends Scope = "workspace">(
  declared: Declared<Input, In> & {
    readonly output: Output
    run(context: Within<In, MutationContext<z.infer<Input>>>): Returned<Output>
  },
): Mutation {
  return { ...declared, kind: "mutation", paged: false, run: declared.run as Mutation["run"] }
}

export function slicedMutation<Input extends z.ZodType, Output extends z.ZodType, Plan, Progress>(
  declared: Declared<Input, "workspace"> & {
    readonly output: Output
    plan(context: Context<z.infer<Input>>): Promise<Plan>
    runSlice(
      context: MutationContext<z.infer<Input>>,
      done: SlicesDone<Plan, Progress>,
    ): Promise<Slice<Progress, Awaited<Returned<Output>>>>
  },
): SlicedMutation {
  return { ...declared, kind: "mutation", paged: false }
}

export function consumption<Input extends z.ZodType, Output extends z.ZodType>(
  declared: Declared<Input, "workspace"> & {
    readonly output: Output
    run(context: Context<z.infer<Input>>): Promise<Awaited<Returned<Output>> | WrittenJson>
    runFromMemory?(context: Context<z.infer<Input>>, memory: FromMemory): WrittenJson | undefined
  },
): Consumption {
  return { ...declared, kind: "consumption", paged: false }
}
