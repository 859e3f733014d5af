import type { Config } from "../../../config.ts"
import { documentTitle } from "../../../http/openapi/document-title.ts"
import { type Connection, connectionOf, NoKey } from "../../client/connection.ts"
import { describeCaller, identify } from "../../client/identify.ts"
import type { Invocation } from "../../command.ts"
import { version } from "../../overview.ts"
import { addressOf } from "../../serve/welcome.ts"
import { isObject } from "../../terminal/json.ts"
import { clockFinding, type Finding, findingsAbout } from "./finding.ts"

/** A busy machine may need seconds, and its service must not be reported as missing. */
const patienceMs = 10_000

/** The port that the settings name: free, or served by Keyward, or taken by something else. */
export async function examinePort(config: Config): Promise<readonly Finding[]> {
  const { ok, problem } = findingsAbout("port")
  const { host, port } = config
  if (port === 0) return [ok("The service picks a free port.")]
  const address = addressOf(host, port)
  if (await isListening(new URL(address).hostname, port)) {
    const served = await askService(address)
    if (served !== undefined)
      return [ok(`Keyward ${served.version} serves ${address}.`), ...serviceFindings(address, served)]
    return [
      problem(`Another program listens on ${address}.`, "Stop it, or choose another port with --port or KEYWARD_PORT."),
    ]
  }
  const trouble = listeningTrouble(host, port)
  return [
    trouble === undefined
      ? ok(`${port} is free. No service runs there.`)
      : problem(
          `Keyward cannot listen on ${host}:${port}: ${trouble}.`,
          "Correct KEYWARD_HOST and KEYWARD_PORT, or run it as a user with permission.",
        ),
  ]
}

/** The service that calls go to. */
export async function examineCalls(
  invocation: Pick<Invocation, "environment">,
  flags: ReadonlyMap<string, string>,
): Promise<readonly Finding[]> {
  const { ok, problem } = findingsAbout("calls")
  let connection: Connection
  try {
    connection = connectionOf(invocation, flags)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error instanceof NoKey) return [ok("No key is stored for this user. `keyward login` stores one.")]
    return [problem(error.message, "Then run `keyward doctor` again.")]
  }
  const { url, urlSource, keySource } = connection
  const served = await askService(url)
  if (served === undefined) {
    return [
      problem(
        `No Keyward service responds at ${url} (${urlSource}).`,
        "Start it with `keyward serve`, or correct the address with `keyward login`.",
      ),
    ]
  }
  const identified = await identify(connection)
  const access =
    identified.type === "known"
      ? ok(`${url} (${urlSource}) accepts the key of ${keySource}: ${describeCaller(identified.caller)}.`)
      : problem(
          `${url} (${urlSource}) refuses the key of ${keySource}: ${identified.refusal.detail}`,
          "Store another one with `keyward login`.",
        )
  return [access, ...serviceFindings(url, served)]
}

interface ServiceFacts {
  readonly version: string
  readonly clockAheadMs: number | undefined
  readonly readiness: { readonly status: number; readonly body: unknown }
}

function serviceFindings(
  address: string,
  { version: served, clockAheadMs, readiness }: ServiceFacts,
): readonly Finding[] {
  const { ok, warning, problem } = findingsAbout("service")
  const data = dataOf(readiness.body)
  const error = isObject(readiness.body) && isObject(readiness.body.error) ? readiness.body.error : {}
  const lease = isObject(data.node) ? data.node.lease : undefined
  return [
    readiness.status === 200
      ? ok(`${address} is ready.`)
      : problem(
          `${address} is not ready: ${String(error.detail ?? readiness.status)}`,
          "Check its log. docs/failures.md explains the messages.",
        ),
    ...(served === version
      ? []
      : [
          warning(
            `The service has version ${served}, and this program has ${version}.`,
            "Use the same version on both sides.",
          ),
        ]),
    ...problemsIn(data).map(({ detail, guide }) =>
      problem(`${address} reports: ${String(detail)}`, `${address}${String(guide)} explains it.`),
    ),
    ...(data.limiter === "down" || data.limiter === "skipped"
      ? [
          problem(
            `Rate limits are ${data.limiter}: the service cannot reach Redis.`,
            "Start Redis, or correct KEYWARD_REDIS_URL of the service.",
          ),
        ]
      : []),
    ...(lease === "lost"
      ? [warning("The node has lost its lease and does not use its cache.", "Check its connection to PostgreSQL.")]
      : []),
    ...(clockAheadMs === undefined ? [] : [clockFinding(address, clockAheadMs)]),
  ]
}

function dataOf(body: unknown): Readonly<Record<string, unknown>> {
  return isObject(body) && isObject(body.data) ? body.data : {}
}

function problemsIn({ problems }: Readonly<Record<string, unknown>>) {
  return Array.isArray(problems) ? problems.filter(isObject) : []
}

/** undefined if no Keyward responds. */
async function askService(address: string): Promise<ServiceFacts | undefined> {
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const described = await fetch(`${address}/openapi.json`, { signal, redirect: "manual" })
    const document: unknown = await described.json()
    const info = isObject(document) && isObject(document.info) ? document.info : {}
    if (info.title !== documentTitle) return undefined
    const ready = await fetch(`${address}/readyz`, { signal, redirect: "manual" })
    const body: unknown = await ready.json()
    return {
      version: String(info.version),
      clockAheadMs: clockIn(ready.headers),
      readiness: { status: ready.status, body },
    }
  } catch {
    return undefined
  }
}

/** The header has whole seconds, so the middle of the second is the best guess. */
function clockIn(headers: Headers): number | undefined {
  const moment = Date.parse(headers.get("date") ?? "")
  return Number.isNaN(moment) ? undefined : moment + 500 - Date.now()
}

async function isListening(hostname: string, port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: hostname.replace(/^\[|\]$/g, ""), port, socket: { data() {} } })
    socket.end()
    return true
  } catch {
    return false
  }
}

/** Listens on the port for a moment; undefined if that works. */
function listeningTrouble(hostname: string, port: number): string | undefined {
  try {
    Bun.listen({ hostname, port, socket: { data() {} } }).stop(true)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
