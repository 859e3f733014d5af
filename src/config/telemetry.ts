import { anyText, attributes, headerFields, oneOf, plainHttpUrl, share, wholeNumber } from "./forms.ts"
import { absent, always, setting } from "./setting.ts"

/** Settings with the names that OpenTelemetry gives them for every program. */
export const telemetrySettings = {
  otlpEndpoint: setting({
    variable: "OTEL_EXPORTER_OTLP_ENDPOINT",
    form: plainHttpUrl,
    default: absent(),
    purpose: "Base URL of an OpenTelemetry collector, such as `http://collector:4318`. Keyward sends traces to it.",
  }),
  otlpTracesEndpoint: setting({
    variable: "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    form: plainHttpUrl,
    default: absent("the URL above with `/v1/traces`"),
    purpose: "The whole URL for traces, if it is another one.",
  }),
  otlpProtocol: setting({
    variable: "OTEL_EXPORTER_OTLP_PROTOCOL",
    form: oneOf("http/protobuf"),
    default: always("http/protobuf"),
    purpose: "Protocol of the collector. Keyward speaks `http/protobuf` only, usually on port 4318.",
  }),
  otlpHeaders: setting({
    variable: "OTEL_EXPORTER_OTLP_HEADERS",
    form: headerFields,
    default: { shown: "none", value: () => ({}) },
    purpose: "Headers for the collector, as in `authorization=Basic%20a2V5,x-scope-orgid=team`.",
  }),
  otlpTimeoutMs: setting({
    variable: "OTEL_EXPORTER_OTLP_TIMEOUT",
    form: wholeNumber({ from: 1, to: 600_000 }),
    default: always(10_000),
    purpose: "Milliseconds until a batch that the collector does not accept is dropped, with its repetitions.",
  }),
  otlpCompression: setting({
    variable: "OTEL_EXPORTER_OTLP_COMPRESSION",
    form: oneOf("none", "gzip"),
    default: always("none"),
    purpose: "`gzip` compresses what is sent to the collector.",
  }),
  tracesExporter: setting({
    variable: "OTEL_TRACES_EXPORTER",
    form: oneOf("otlp", "none"),
    default: always("otlp"),
    purpose: "`none` sends no traces.",
  }),
  telemetryDisabled: setting({
    variable: "OTEL_SDK_DISABLED",
    form: oneOf("true", "false"),
    default: always("false"),
    purpose: "`true` sends no traces either.",
  }),
  tracesSampler: setting({
    variable: "OTEL_TRACES_SAMPLER",
    form: oneOf(
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
      "always_on",
      "always_off",
      "traceidratio",
    ),
    default: always("parentbased_always_on"),
    purpose: "Which requests are traced. With `parentbased_…`, a caller that sends a trace decides about it.",
  }),
  tracesSampledShare: setting({
    variable: "OTEL_TRACES_SAMPLER_ARG",
    form: share,
    default: always(1),
    purpose: "Share of the traces with the samplers `traceidratio` and `parentbased_traceidratio`: 0.01 is 1 %.",
  }),
  spanQueueSize: setting({
    variable: "OTEL_BSP_MAX_QUEUE_SIZE",
    form: wholeNumber({ from: 1, to: 1_000_000 }),
    default: always(2_048),
    purpose: "Spans that wait in memory at most. More are dropped.",
  }),
  spanBatchSize: setting({
    variable: "OTEL_BSP_MAX_EXPORT_BATCH_SIZE",
    form: wholeNumber({ from: 1, to: 100_000 }),
    default: always(512),
    purpose: "Spans that are sent together at most, and never more than may wait.",
  }),
  spanDelayMs: setting({
    variable: "OTEL_BSP_SCHEDULE_DELAY",
    form: wholeNumber({ from: 1, to: 600_000 }),
    default: always(5_000),
    purpose: "Milliseconds until spans are sent although they do not fill a batch.",
  }),
  spanTimeoutMs: setting({
    variable: "OTEL_BSP_EXPORT_TIMEOUT",
    form: wholeNumber({ from: 1, to: 600_000 }),
    default: always(30_000),
    purpose: "Milliseconds until the next batch is sent although the last one has no answer.",
  }),
  serviceName: setting({
    variable: "OTEL_SERVICE_NAME",
    form: anyText,
    default: absent("keyward"),
    purpose: "Name of this service in traces, and in logs with `KEYWARD_LOG=otel`.",
  }),
  resourceAttributes: setting({
    variable: "OTEL_RESOURCE_ATTRIBUTES",
    form: attributes,
    default: { shown: "none", value: () => ({}) },
    purpose: "Attributes of this service there, as in `deployment.environment.name=production,team=payments`.",
  }),
}

interface TracesSettings {
  readonly otlpEndpoint: string | undefined
  readonly otlpTracesEndpoint: string | undefined
  readonly tracesExporter: "otlp" | "none"
  readonly telemetryDisabled: "true" | "false"
}

/** Where traces are sent. Undefined: nowhere. */
export function tracesUrl(settings: TracesSettings): string | undefined {
  const { otlpEndpoint, otlpTracesEndpoint, tracesExporter, telemetryDisabled } = settings
  if (tracesExporter === "none" || telemetryDisabled === "true") return undefined
  return otlpTracesEndpoint ?? (otlpEndpoint && `${otlpEndpoint.replace(/\/+$/, "")}/v1/traces`)
}
