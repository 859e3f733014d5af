/** The parts of @opentelemetry/api that the client uses. */
interface OpenTelemetry {
  readonly context?: { active(): unknown }
  readonly propagation?: { inject(context: unknown, carrier: object, setter: HeaderSetter): void }
}

interface HeaderSetter {
  set(carrier: object, name: string, value: string): void
}

/**
 * The headers of the current trace, if the application uses OpenTelemetry. All versions 1.x of @opentelemetry/api register
 * themselves below this symbol, so the client needs no dependency.
 */
export function traceHeaders(): Readonly<Record<string, string>> {
  const { context, propagation }: OpenTelemetry = Reflect.get(globalThis, Symbol.for("opentelemetry.js.api.1")) ?? {}
  if (context === undefined || propagation === undefined || isFetchInstrumented()) return {}
  const headers: Record<string, string> = {}
  const set: HeaderSetter["set"] = (_carrier, name, value) => {
    // Baggage of the application is not for this service.
    if (/^trace(parent|state)$/i.test(name)) headers[name.toLowerCase()] = value
  }
  propagation.inject(context.active(), headers, { set })
  return headers
}

/** An instrumentation of Node's `fetch` adds the headers itself. Added twice, they would be ignored. */
function isFetchInstrumented(): boolean {
  const channels = host.process?.getBuiltinModule?.("node:diagnostics_channel")
  return channels?.hasSubscribers?.("undici:request:create") ?? false
}

/** Browsers and Workers have no `process`. */
interface Host {
  readonly fetch?: unknown
  readonly process?: {
    readonly getBuiltinModule?: (name: string) => { hasSubscribers?(channel: string): boolean } | undefined
  }
}

const host: Host = globalThis
