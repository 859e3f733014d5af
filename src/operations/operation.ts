import type { z } from "zod"
import type { ErrorCode } from "../contract/error-table.ts"
import type { Page } from "../contract/pagination.ts"
import type { Touches } from "../contract/touches.ts"
import type { CountersInMemory } from "../counters/counters.ts"
import type { CachedReads } from "../storage/port/cached-reads.ts"
import type { Context, MemoryContext, MutationContext, RunContext } from "./context.ts"
import type { FollowedEvents } from "./shared/events/followed-events.ts"

/**
 * Declares one operation of the API. Its routes, validation, authorization, OpenAPI path, CLI command and reference
 * entry are generated from this value. http/handlers/handle.ts runs the steps that all operations share.
 */
export type Operation = Query | Mutation | SlicedMutation | Consumption | Stream

interface Declaration {
  /** `<resource>.<operation>`: the last segment of its path, and the name of its file. */
  readonly name: string
  /** A few words for the side bar and the headings of the reference: "Create a key". */
  readonly title: string
  /** One sentence that the CLI, the OpenAPI document and the reference show. */
  readonly summary: string
  /** The operation deletes, disables or revokes something, so the CLI and the pages ask before every call. */
  readonly isDestructive?: true
  /** Whom a mutation reaches beyond the object that it names. The CLI and the pages ask before such a call, and count. */
  readonly touches?: Touches
  /** The types of caller that may call it. Default: root keys. */
  readonly callers?: readonly CallerType[]
  /**
   * Permissions that a root key always needs. `resource.*.action` is checked before `run` starts.
   * `resource.{objectId}.action` is checked when `run` calls `grant` with the id of the object.
   */
  readonly needs: readonly string[]
  /** Permissions that only some requests need. `run` checks them with `grant` or `grantAlso`. */
  readonly mayNeed?: readonly string[]
  /** Fields that an operator must send, because only root keys have a default. `workspaceId` is always required. */
  readonly requiredOfOperators?: readonly string[]
  /** A caller that has signed in must have done so within the last ten minutes, because the call creates lasting access. */
  readonly needsFreshSignIn?: true
  /** A caller that has signed in may call it while its workspace is disabled. */
  readonly worksWhileDisabled?: true
  /** The body holds a password, a key or a one-time token, so no `Idempotency-Key` stores anything of it. */
  readonly takesSecrets?: true
  /**
   * The page of the portal calls it: the origin must be that of the portal, and no sign-in counts. Its needs have the
   * form `action.{apiId}.<action>`: what the session must be allowed to do, in which of its APIs.
   */
  readonly isOfPortal?: true
  /** Programs may call it too, without any credential and without an `Origin`. */
  readonly isOpenToPrograms?: true
  /** Routes in addition to `POST /v2/<name>`. */
  readonly also?: readonly Route[]
  /** `installation` if the operation does not belong to one workspace. */
  readonly scope?: Scope
  /** It waits for a server of others, so it does not count as executing and must limit how many of its calls wait. */
  readonly waitsOutside?: true
  /** An operator may name `installation` instead of a workspace, for what concerns the events about users and sessions. */
  readonly takesInstallation?: true
  readonly input: z.ZodType
  /** A faster parser for the most common body. It returns undefined for every other body, and `input` parses that. */
  readonly fastParse?: (body: unknown) => unknown
  readonly output: z.ZodType
  /** Errors in addition to those that every operation can return. */
  readonly errors: readonly ErrorCode[]
  /** A request body for the reference. A test sends it after creating the objects that it names. */
  readonly example?: unknown
}

/** Whether a caller can send it twice safely, with an `Idempotency-Key`. */
export function isRepeatable({ kind, takesSecrets }: Operation): boolean {
  return kind === "mutation" && takesSecrets !== true
}

export interface Query extends Declaration {
  readonly kind: "query"
  readonly paged: boolean
  /** Takes the cursor of its end as `after`, so that a caller can follow the list. */
  readonly isFollowedByCursor?: true
  run(context: RunContext): Promise<unknown>
}

export interface Mutation extends Declaration {
  readonly kind: "mutation"
  readonly paged: false
  /** `installation` if the change concerns users or sessions. Their writers run one after another. */
  readonly chain?: "installation"
  /** It writes so many rows that no other change should wait for its commit. */
  readonly isLong?: true
  /** Slow work before the transaction, such as hashing a password. `run` receives its result. */
  prepare?(context: RunContext): Promise<unknown>
  run(context: MutationRunContext, prepared: unknown): Promise<unknown>
}

/**
 * A mutation of many objects. It commits in slices, each with its events, so that other requests run between them.
 * If it fails after a slice, a request with the same Idempotency-Key continues after that slice.
 */
export interface SlicedMutation extends Declaration {
  readonly kind: "mutation"
  readonly paged: false
  /** Runs before the first slice and rejects invalid requests as a whole. Only the first slice receives its result. */
  plan(context: RunContext): Promise<unknown>
  /** Runs one slice in its own transaction. */
  runSlice(context: MutationRunContext, done: SlicesDone<unknown, unknown>): Promise<Slice<unknown, unknown>>
}

/** The plan, or the progress of the previous slice, which may belong to an earlier request. */
export type SlicesDone<Plan, Progress> =
  | { readonly type: "planned"; readonly plan: Plan }
  | { readonly type: "begun"; readonly progress: Progress }

/** Progress is stored as JSON with every slice, so it must stay small. */
export type Slice<Progress, Result> =
  | { readonly type: "more"; readonly progress: Progress }
  /** With `next`, the response gets a `cursor`, and a call with this cursor receives the position as `after`. */
  | { readonly type: "last"; readonly result: Result; readonly next?: string | undefined }

/** Consumes rate-limit tokens or credits. It is not repeatable like a query, and not audited like a mutation. */
export interface Consumption extends Declaration {
  readonly kind: "consumption"
  readonly paged: false
  run(context: RunContext): Promise<unknown>
  /** Returns the result of `run` without waiting. If memory is not enough, it changes nothing and returns undefined. */
  runFromMemory?(context: MemoryContext<unknown>, memory: FromMemory): WrittenJson | undefined
}

/**
 * Sends events as they happen, until the caller leaves or loses its right. `run` decides what the caller follows, and
 * http/stream/ does the rest. `output` is one message.
 */
export interface Stream extends Declaration {
  readonly kind: "stream"
  readonly paged: false
  run(context: RunContext): Promise<FollowedEvents>
}

/** Reads and counters that need no waiting. */
export interface FromMemory {
  readonly reads: CachedReads
  /** undefined if other processes share the counters. */
  readonly counters: CountersInMemory | undefined
}

/**
 * A user is a person who has signed in; a member of the workspace may call what root keys may call. A visitor may be
 * anyone with a browser. A portal is the session of a customer in the portal.
 */
export type CallerType = "operator" | "root_key" | "api_key" | "user" | "visitor" | "portal"

/** Whether programs can call it with a key. The others are for browsers. */
export function takesKeys({ callers = ["root_key"] }: Operation): boolean {
  return callers.some((caller) => !["user", "visitor", "portal"].includes(caller))
}

/** Whether programs can call it with a key. A stream is no call, because its response has no end. */
export function isForPrograms(operation: Operation): boolean {
  return takesKeys(operation) && operation.kind !== "stream"
}

/** How people call what an operation needs: permissions, or actions of the portal. */
export function namesOfNeeds({ isOfPortal }: Operation, needs: readonly string[]): readonly string[] {
  return isOfPortal ? needs.map((need) => need.slice(need.lastIndexOf(".") + 1)) : needs
}

export interface Route {
  readonly method: "GET" | "POST"
  readonly path: string
}

type MutationRunContext = RunContext & Pick<MutationContext<unknown>, "tx">

type Scope = "workspace" | "installation"

type Declared<Input extends z.ZodType, In extends Scope> = Omit<Declaration, "input" | "scope"> & {
  readonly input: Input
  readonly scope?: In
}

/** Operations of the installation have no workspace. */
type Within<In extends Scope, Full extends Context<unknown>> = In extends "installation"
  ? Omit<Full, "workspace">
  : Full

/** Every mutation says when it asks: always, with the requests that touch more than one object, or never. */
type Asking =
  | { readonly isDestructive: true; readonly touches?: Touches }
  | { readonly isDestructive?: never; readonly touches: Touches }

type Immutable<T> = T extends object ? { readonly [Field in keyof T]: Immutable<T[Field]> } : T

type Returned<Output extends z.ZodType> = Promise<Immutable<z.input<Output>>>

/**
 * A result that the operation has serialized to JSON for speed. No operation returns a plain string, so every string
 * result is of this type. The tests check it against `output`.
 */
export type WrittenJson = string & { readonly [isWritten]: true }

declare const isWritten: unique symbol

export function writtenJson(json: string): WrittenJson {
  return json as WrittenJson
}

/** The compiler checks the result of `run` against `output`, and the tests check real responses. */
export function query<Input extends z.ZodType, Output extends z.ZodType, In extends Scope = "workspace">(
  declared: Declared<Input, In> & {
    readonly output: Output
    run(context: Within<In, Context<z.infer<Input>>>): Returned<Output>
  },
): Query {
  return { ...declared, kind: "query", paged: false, run: declared.run as Query["run"] }
}

/** A query that returns one page of a list. */
export function pagedQuery<Input extends z.ZodType, Item extends z.ZodType, In extends Scope = "workspace">(
  declared: Declared<Input, In> & {
    readonly output: z.ZodArray<Item>
    readonly isFollowedByCursor?: true
    run(context: Within<In, Context<z.infer<Input>>>): Promise<Page<Immutable<z.input<Item>>>>
  },
): Query {
  return { ...declared, kind: "query", paged: true, run: declared.run as Query["run"] }
}

export function mutation<Input extends z.ZodType, Output extends z.ZodType, In extends Scope = "workspace">(
  declared: Declared<Input, In> &
    Asking & {
      readonly output: Output
      readonly chain?: "installation"
      readonly isLong?: true
      run(context: Within<In, MutationContext<z.infer<Input>>>): Returned<Output>
    },
): Mutation {
  return { ...declared, kind: "mutation", paged: false, run: declared.run as Mutation["run"] }
}

/** A mutation with slow work before its transaction. */
export function preparedMutation<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Prepared,
  In extends Scope = "workspace",
>(
  declared: Declared<Input, In> &
    Asking & {
      readonly output: Output
      readonly chain?: "installation"
      prepare(context: Within<In, Context<z.infer<Input>>>): Promise<Prepared>
      run(context: Within<In, MutationContext<z.infer<Input>>>, prepared: NoInfer<Prepared>): Returned<Output>
    },
): Mutation {
  const { prepare, run } = declared
  return {
    ...declared,
    kind: "mutation",
    paged: false,
    prepare: prepare as NonNullable<Mutation["prepare"]>,
    run: run as Mutation["run"],
  }
}

export function slicedMutation<Input extends z.ZodType, Output extends z.ZodType, Plan, Progress>(
  declared: Declared<Input, "workspace"> &
    Asking & {
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
    runFromMemory?(context: MemoryContext<z.infer<Input>>, memory: FromMemory): WrittenJson | undefined
  },
): Consumption {
  return { ...declared, kind: "consumption", paged: false }
}

export function stream<Input extends z.ZodType>(
  declared: Declared<Input, "installation"> & {
    readonly output: z.ZodType
    run(context: Omit<Context<z.infer<Input>>, "workspace">): Promise<FollowedEvents>
  },
): Stream {
  return { ...declared, kind: "stream", paged: false, run: declared.run as Stream["run"] }
}
