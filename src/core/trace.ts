/** The trace that a request belongs to, and the span in it. */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  /** Whether the trace is recorded, so that it can be looked up. */
  readonly isSampled: boolean
}

export function writeTraceparent({ traceId, spanId, isSampled }: Trace): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`
}

/** Later versions may add fields after the flags: https://www.w3.org/TR/trace-context/#versioning-of-traceparent */
const pattern = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Returns undefined without a header, and for one that is malformed: W3C Trace Context demands that it is ignored. */
export function readTraceparent(header: string | null): Trace | undefined {
  if (header === null) return undefined
  const [, version, traceId, spanId, flags, later] = pattern.exec(header) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  if (version === "00" && later !== undefined) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
