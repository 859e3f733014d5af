import type { ErrorCode } from "../../contract/error-table.ts"
import type { Violation } from "../../contract/errors.ts"
import type { Code } from "../../contract/verdicts.ts"
import type { RootKey, Workspace } from "../../core/model.ts"
import type { VerifiableKey } from "../../core/verify.ts"
import type { LoggedVerification } from "../../storage/port/verification-log.ts"
import type { LogMode } from "../../storage/usage/log-collector.ts"
import type { MetricsPart, ProcessUse } from "../observe/metrics.ts"
import type { Resource } from "../observe/resource.ts"
import type { WireUsage } from "./wire-usage.ts"

/** What a front and the main process tell each other. Both are the same program, so nothing is checked. */
export type FromFront =
  | { readonly t: "renew"; readonly n: number }
  | { readonly t: "ack"; readonly n: number }
  /** The front holds no root key with this hash. */
  | { readonly t: "want"; readonly hash: string }
  | { readonly t: "ask"; readonly asks: readonly FrontAsk[] }
  | { readonly t: "usage"; readonly usage: WireUsage }
  /** All usage so far was sent. */
  | { readonly t: "collected" }
  | ({ readonly t: "counts" } & FrontCounts)
  | { readonly t: "rows"; readonly rows: readonly LoggedVerification[] }

export type ToFront =
  | ({ readonly t: "welcome" } & FrontSettings)
  | { readonly t: "lease"; readonly n: number; readonly ms: number; readonly now: number }
  | { readonly t: "drop"; readonly n: number; readonly ids?: readonly string[] }
  | { readonly t: "caller"; readonly record: CallerRecord }
  | { readonly t: "answers"; readonly answers: readonly FrontAnswer[] }
  /** The main process is about to store usage. */
  | { readonly t: "collect" }
  | { readonly t: "bye" }

/** A call that the front has authenticated and parsed, and cannot answer. */
export interface FrontAsk {
  readonly i: number
  readonly operation: string
  /** The hash of the root key that calls. */
  readonly caller: string
  readonly requestId: string
  /** After validation, with defaults. */
  readonly input: unknown
}

export interface FrontAnswer {
  readonly i: number
  /** Of the response, if it succeeded. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly code?: Code | undefined
  readonly keyId?: string | undefined
  /** Checks of ratelimit.limit: passed and denied. */
  readonly checks?: readonly [number, number]
  readonly failure?: FrontFailure
  readonly record?: KeyRecord
}

/** A fault. */
export interface FrontFailure {
  readonly code: ErrorCode
  readonly detail: string
  readonly errors: readonly Violation[]
  readonly headers: Readonly<Record<string, string>>
  /** For the log. */
  readonly cause?: string | undefined
}

export interface CallerRecord {
  readonly hash: string
  readonly on: readonly string[]
  readonly rootKey: RootKey
  readonly workspace: Workspace
}

export interface KeyRecord {
  readonly hash: string
  readonly on: readonly string[]
  readonly key: Pick<VerifiableKey, "keyId" | "matched">
  /** JSON, because most keys of an API share them. */
  readonly facts: string
}

/** What a front has done since its last report. */
export interface FrontCounts {
  readonly metrics: MetricsPart
  readonly use: ProcessUse
}

/** What a front must know of the settings. It gets no secret. */
export interface FrontSettings {
  readonly host: string
  readonly port: number
  readonly docsBase: string
  readonly publicOrigin: string
  readonly portalOrigin: string | undefined
  readonly hasDashboard: boolean
  readonly hasVerifiers: boolean
  /** Whether the main process records traces. */
  readonly isTraced: boolean
  readonly trustedProxies: readonly string[]
  readonly verificationLog: LogMode
  readonly logForm: "json" | "text" | "otel"
  readonly resource: Resource
}

/** The path at which fronts connect, before their number. */
export const frontPath = "/front/"
