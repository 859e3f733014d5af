import type { Trace } from "../core/trace.ts"

/**
 * The port to OpenTelemetry. Absent unless a collector is configured; then nothing of OpenTelemetry is loaded. Attributes
 * have the names of its semantic conventions, else names below `keyward`. They never hold a secret or what a caller wrote.
 */
export interface Tracer {
  /** Begins a span without a parent in this process. Undefined if it is not sampled, which costs next to nothing. */
  start(about: SpanStart, parent?: Trace): Span | undefined
  /**
   * Runs the work in a child of the current span. Runs only the work if there is no such span. `endOf` describes what
   * a promise resolves to; without it, only an error is a failure.
   */
  within<T>(about: SpanStart, work: () => T, endOf?: (result: Awaited<T>) => SpanEnd): T
  /** The trace and the span that the running code belongs to. */
  current(): Trace | undefined
  /** The same function, which belongs to the current span whoever calls it. */
  bind<Given extends readonly unknown[], Result>(work: (...given: Given) => Result): (...given: Given) => Result
  /** Runs work that goes on after the current span, so that it does not belong to it. */
  outside<T>(work: () => T): T
  /** Keeps the current span as the cause of what a request has changed. Only the last thousand are kept. */
  rememberCause(requestId: string): void
  causeOf(requestId: string): Trace | undefined
  /** Sends what is left, in bounded time. */
  close(): Promise<void>
}

export interface SpanStart {
  readonly name: string
  /** A server answers a call, a client makes one. */
  readonly kind: "server" | "client" | "internal"
  readonly attributes?: Attributes
}

/** Values that are undefined are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

/** A span that is recorded. */
export interface Span {
  readonly trace: Trace
  /** Whatever the work does belongs to the span, until the span ends. */
  run<T>(work: () => T): T
  end(end: SpanEnd): void
}

export interface SpanEnd {
  /** Replaces the name, if it was not known at the start. */
  readonly name?: string
  readonly attributes?: Attributes
  readonly hasFailed: boolean
}
