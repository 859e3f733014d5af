import type { Config } from "../config.ts"

/** What the operator decides about traces. */
export type TracingSettings = Pick<
  Config,
  | "otlpEndpoint"
  | "otlpTracesEndpoint"
  | "otlpHeaders"
  | "otlpTimeoutMs"
  | "otlpCompression"
  | "tracesExporter"
  | "telemetryDisabled"
  | "tracesSampler"
  | "tracesSampledShare"
  | "spanQueueSize"
  | "spanBatchSize"
  | "spanDelayMs"
  | "spanTimeoutMs"
>

export interface TracerOptions {
  readonly resource: Readonly<Record<string, string | number>>
  readonly version: string
  /** Called when the collector takes no traces, and when it takes them again. */
  report(message: string, cause: unknown): void
}

export interface TracerSettings extends TracingSettings {
  /** The whole URL of the collector. */
  readonly url: string
}
