import type { Tracer } from "./tracer.ts"
import type { TracerOptions, TracingSettings } from "./tracer-options.ts"

/** Loads OpenTelemetry only if there is a collector. */
export async function openTracer(settings: TracingSettings, options: TracerOptions): Promise<Tracer | undefined> {
  const { otlpEndpoint, otlpTracesEndpoint, tracesExporter, telemetryDisabled } = settings
  const url = otlpTracesEndpoint ?? (otlpEndpoint && `${otlpEndpoint.replace(/\/+$/, "")}/v1/traces`)
  if (url === undefined || tracesExporter === "none" || telemetryDisabled === "true") return undefined
  const { createOtlpTracer } = await import("./otlp-tracer.ts")
  return createOtlpTracer({ ...settings, url }, options)
}
