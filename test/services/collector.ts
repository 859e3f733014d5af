import { gunzipSync } from "node:zlib"
import { until } from "../harness/until.ts"

/** A span as a collector gets it. */
export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
  readonly kind: "internal" | "server" | "client"
  readonly startNanos: bigint
  readonly endNanos: bigint
  readonly attributes: Readonly<Record<string, string | number>>
  readonly hasFailed: boolean
  /** Of what has sent it. */
  readonly resource: Readonly<Record<string, string | number>>
}

export interface Export {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Without compression. */
  readonly bytes: Uint8Array
}

/** A real collector as far as programs see it: OTLP over HTTP with protobuf. */
export function startCollector() {
  const exports: Export[] = []
  const spans: CollectedSpan[] = []
  const hanging = new Set<() => void>()
  let status: number | "hangs" = 200
  const serve = (port: number) =>
    Bun.serve({
      port,
      hostname: "127.0.0.1",
      idleTimeout: 0,
      async fetch(request) {
        const sent = new Uint8Array(await request.arrayBuffer())
        const headers = request.headers.toJSON()
        const bytes = headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent
        exports.push({ path: new URL(request.url).pathname, headers, bytes })
        if (status === "hangs") await new Promise<void>((resolve) => hanging.add(resolve))
        if (status !== 200) return new Response(null, { status: 503 })
        spans.push(...spansIn(bytes))
        return new Response(null)
      },
    })
  let server = serve(0)
  const port = server.port ?? 0
  return {
    url: `http://127.0.0.1:${port}`,
    exports,
    spans,
    answer(next: typeof status) {
      status = next
    },
    /** Refuses connections. */
    async goAway() {
      await server.stop(true)
    },
    comeBack() {
      server = serve(port)
    },
    /** Waits for all spans of a trace: the one without a parent here ends last. */
    async trace(traceId: string, rootName: RegExp): Promise<readonly CollectedSpan[]> {
      const found = () => spans.filter((span) => span.traceId === traceId)
      await until(() => found().some(({ name }) => rootName.test(name)))
      return found()
    },
    stop() {
      for (const release of hanging) release()
      return server.stop(true)
    },
  }
}

/** One line per span, indented below its parent, in the order of the starts. */
export function treeOf(spans: readonly CollectedSpan[]): readonly string[] {
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const sorted = spans.toSorted((one, other) => Number(one.startNanos - other.startNanos))
  const below = (parents: readonly CollectedSpan[], depth: number): string[] =>
    parents.flatMap(({ name, spanId }) => [
      `${"  ".repeat(depth)}${name}`,
      ...below(
        sorted.filter(({ parentSpanId }) => parentSpanId === spanId),
        depth + 1,
      ),
    ])
  return below(
    sorted.filter(({ parentSpanId }) => !ids.has(parentSpanId)),
    0,
  )
}

/** Numbers of fields: https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
function spansIn(request: Uint8Array): readonly CollectedSpan[] {
  return messages(request, 1).flatMap((resourceSpans) => {
    const resource = attributesIn(messages(resourceSpans, 1)[0] ?? none, 1)
    const scopes = messages(resourceSpans, 2)
    return scopes.flatMap((scope) => messages(scope, 2)).map((span) => spanIn(span, resource))
  })
}

const none = new Uint8Array()
const kinds = ["internal", "internal", "server", "client"] as const
const failed = 2

function spanIn(span: Uint8Array, resource: CollectedSpan["resource"]): CollectedSpan {
  const fields = fieldsOf(span)
  const bytes = (number: number) => {
    const value = fields.find((field) => field.number === number)?.value
    return value instanceof Uint8Array ? value : none
  }
  const integer = (number: number) => {
    const value = fields.find((field) => field.number === number)?.value
    return typeof value === "bigint" ? value : 0n
  }
  return {
    traceId: Buffer.from(bytes(1)).toString("hex"),
    spanId: Buffer.from(bytes(2)).toString("hex"),
    parentSpanId: Buffer.from(bytes(4)).toString("hex"),
    name: Buffer.from(bytes(5)).toString(),
    kind: kinds[Number(integer(6))] ?? "internal",
    startNanos: integer(7),
    endNanos: integer(8),
    attributes: attributesIn(span, 9),
    hasFailed: fieldsOf(bytes(15)).some(({ number, value }) => number === 3 && Number(value) === failed),
    resource,
  }
}

function attributesIn(message: Uint8Array, number: number): Readonly<Record<string, string | number>> {
  const pairs = messages(message, number).map((pair) => {
    const [key, value] = [messages(pair, 1)[0] ?? none, messages(pair, 2)[0] ?? none]
    const [typed] = fieldsOf(value)
    const text = typed?.value instanceof Uint8Array && typed.number === 1
    return [Buffer.from(key).toString(), text ? Buffer.from(typed.value).toString() : Number(typed?.value)] as const
  })
  return Object.fromEntries(pairs)
}

interface Field {
  readonly number: number
  readonly value: bigint | Uint8Array
}

function messages(message: Uint8Array, number: number): readonly Uint8Array[] {
  return fieldsOf(message).flatMap((field) =>
    field.number === number && field.value instanceof Uint8Array ? [field.value] : [],
  )
}

/** https://protobuf.dev/programming-guides/encoding/ */
function fieldsOf(message: Uint8Array): readonly Field[] {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  const fields: Field[] = []
  let at = 0
  const readVarint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = view.getUint8(at++)
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  while (at < message.byteLength) {
    const tag = Number(readVarint())
    const [number, type] = [tag >> 3, tag & 7]
    if (type === 0) fields.push({ number, value: readVarint() })
    else if (type === 1) {
      fields.push({ number, value: view.getBigUint64(at, true) })
      at += 8
    } else if (type === 2) {
      const length = Number(readVarint())
      fields.push({ number, value: message.subarray(at, at + length) })
      at += length
    } else if (type === 5) {
      fields.push({ number, value: BigInt(view.getUint32(at, true)) })
      at += 4
    } else throw new Error(`Field ${number} has the unknown type ${type}.`)
  }
  return fields
}
