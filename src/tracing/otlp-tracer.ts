import { AsyncLocalStorage } from "node:async_hooks"
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace as traces,
} from "@opentelemetry/api"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto"
import { CompressionAlgorithm } from "@opentelemetry/otlp-exporter-base"
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources"
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace"
import { Fault } from "../contract/errors.ts"
import type { Trace } from "../core/trace.ts"
import { createDeliveryReport } from "./delivery-report.ts"
import { createSampler } from "./sampler.ts"
import type { Span, SpanEnd, SpanStart, Tracer } from "./tracer.ts"
import type { TracerOptions, TracerSettings } from "./tracer-options.ts"

/** A call may read thousands of objects. */
const maxChildren = 100
const maxCauses = 1_000
/** The collector may hang when the server stops. */
const flushMs = 3_000

/** What the running code belongs to. */
interface Current {
  readonly span: OtelSpan
  /** Shared by all spans that began in this process because of one request. */
  readonly tree: Tree
}

interface Tree {
  children: number
  omitted: number
  isOver: boolean
}

type Running = AsyncLocalStorage<Current | undefined>

export function createOtlpTracer(settings: TracerSettings, { resource, version, report }: TracerOptions): Tracer {
  const { url, spanQueueSize: queueSize } = settings
  const delivery = createDeliveryReport({ url, queueSize, report, now: Date.now })
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(resource)),
    // Only sampled spans are begun.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [
      delivery.beforeQueue,
      new BatchSpanProcessor({
        exporter: delivery.exporter(exporterOf(settings)),
        maxQueueSize: queueSize,
        maxExportBatchSize: settings.spanBatchSize,
        scheduledDelayMillis: settings.spanDelayMs,
        exportTimeoutMillis: settings.spanTimeoutMs,
      }),
    ],
  })
  const tracer = provider.getTracer("keyward", version)
  const isSampled = samplerOf(settings)
  const running: Running = new AsyncLocalStorage()
  const causes = new Map<string, Trace>()

  const begin = ({ name, kind, attributes = {} }: SpanStart, parent: Context) =>
    tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, parent)
  const findCurrent = () => {
    const found = running.getStore()
    return found?.tree.isOver === false ? found : undefined
  }
  return {
    start(about, parent) {
      if (!isSampled(parent)) return undefined
      return treeFrom(begin(about, contextOf(parent)), running)
    },

    within(about, work, endOf) {
      const current = findCurrent()
      if (current === undefined) return work()
      const { span: parent, tree } = current
      if (tree.children >= maxChildren) {
        tree.omitted += 1
        return work()
      }
      tree.children += 1
      const span = begin(about, traces.setSpan(ROOT_CONTEXT, parent))
      return running.run({ span, tree }, () => endAfter(span, work, endOf))
    },

    current() {
      const current = findCurrent()
      return current && traceOf(current.span)
    },

    bind(work) {
      const current = running.getStore()
      return (...given) => running.run(current, () => work(...given))
    },

    outside: (work) => running.run(undefined, work),

    rememberCause(requestId) {
      const current = findCurrent()
      if (current === undefined) return
      causes.set(requestId, traceOf(current.span))
      if (causes.size <= maxCauses) return
      for (const oldest of causes.keys()) {
        causes.delete(oldest)
        return
      }
    },

    causeOf: (requestId) => causes.get(requestId),

    async close() {
      const patience = Promise.withResolvers<void>()
      const timer = setTimeout(patience.resolve, flushMs)
      // A failure has been reported already.
      await Promise.race([provider.shutdown().catch(() => {}), patience.promise])
      clearTimeout(timer)
    },
  }
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }
const compressions = { none: CompressionAlgorithm.NONE, gzip: CompressionAlgorithm.GZIP }

function exporterOf({ url, otlpHeaders, otlpTimeoutMs, otlpCompression }: TracerSettings): OTLPTraceExporter {
  const compression = compressions[otlpCompression]
  return new OTLPTraceExporter({ url, headers: { ...otlpHeaders }, timeoutMillis: otlpTimeoutMs, compression })
}

function samplerOf({ tracesSampler, tracesSampledShare }: TracerSettings) {
  const byId = new TraceIdRatioBasedSampler(tracesSampledShare)
  return createSampler({
    name: tracesSampler,
    share: tracesSampledShare,
    isInShare: (traceId) => byId.shouldSample(ROOT_CONTEXT, traceId).decision !== SamplingDecision.NOT_RECORD,
    random: Math.random,
  })
}

function contextOf(parent: Trace | undefined): Context {
  if (parent === undefined) return ROOT_CONTEXT
  const { traceId, spanId, isSampled } = parent
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return traces.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function treeFrom(span: OtelSpan, running: Running): Span {
  const tree: Tree = { children: 0, omitted: 0, isOver: false }
  return {
    trace: traceOf(span),
    run: (work) => running.run({ span, tree }, work),
    end(end) {
      tree.isOver = true
      if (tree.omitted > 0) span.setAttribute("keyward.omitted_spans", tree.omitted)
      endSpan(span, end)
    },
  }
}

function traceOf(span: OtelSpan): Trace {
  const { traceId, spanId } = span.spanContext()
  return { traceId, spanId, isSampled: true }
}

function endSpan(span: OtelSpan, { name, attributes = {}, hasFailed }: SpanEnd): void {
  if (name !== undefined) span.updateName(name)
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) span.setAttribute(key, value)
  if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

function endAfter<T>(span: OtelSpan, work: () => T, endOf?: (result: Awaited<T>) => SpanEnd): T {
  try {
    const result = work()
    if (result instanceof Promise) {
      result.then(
        (value) => endSpan(span, endOf?.(value) ?? succeeded),
        (error: unknown) => endSpan(span, failureOf(error)),
      )
    } else endSpan(span, succeeded)
    return result
  } catch (error) {
    endSpan(span, failureOf(error))
    throw error
  }
}

const succeeded: SpanEnd = { hasFailed: false }

/** The kind of the error only, because its message may repeat input. A refusal is no failure. */
function failureOf(error: unknown): SpanEnd {
  if (error instanceof Fault) return { attributes: { "error.type": error.code }, hasFailed: false }
  return { attributes: { "error.type": error instanceof Error ? error.name : "unknown" }, hasFailed: true }
}
