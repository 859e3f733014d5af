import type { Trace } from "../core/trace.ts"

export type SamplerName = `${"" | "parentbased_"}${"always_on" | "always_off" | "traceidratio"}`

interface SamplerOptions {
  readonly name: SamplerName
  /** From 0 to 1. */
  readonly share: number
  /** Whether a trace of another service belongs to the share, by its id. */
  isInShare(traceId: string): boolean
  /** From 0 to 1, without 1. */
  random(): number
}

/**
 * Decides before a span exists: making one only to throw it away would cost a verification 5 %.
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/#general-sdk-configuration
 */
export function createSampler({ name, share, isInShare, random }: SamplerOptions) {
  const isParentBased = name.startsWith("parentbased_")
  const rule = name.replace("parentbased_", "")
  return (parent: Trace | undefined): boolean => {
    if (isParentBased && parent !== undefined) return parent.isSampled
    if (rule !== "traceidratio") return rule === "always_on"
    return parent === undefined ? random() < share : isInShare(parent.traceId)
  }
}
