import { tracesUrl } from "../config/telemetry.ts"
import type { Tracer } from "./tracer.ts"
import type { TracerOptions, TracingSettings } from "./tracer-options.ts"

/** Loads OpenTelemetry only if there is a collector. */
export async function openTracer(settings: TracingSettings, options: TracerOptions): Promise<Tracer | undefined> {
  const url = tracesUrl(settings)
  if (url === undefined) return undefined
  const { createOtlpTracer } = await import("./otlp-tracer.ts")
  return createOtlpTracer({ ...settings, url }, options)
}
