import { randomBytes } from "node:crypto"
import { startApp } from "../../src/app.ts"
import { readConfig } from "../../src/config.ts"
import type { Counters, CountersInMemory } from "../../src/counters/counters.ts"
import type { VerifierParts } from "../../src/http/verifiers/verifier-parts.ts"
import { operations } from "../../src/operations/index.ts"
import type { Store } from "../../src/storage/port/store.ts"
import type { Hub } from "../../src/verifiers/hub.ts"
import { checkAgainstOpenApi } from "../requests/openapi-check.ts"
import { dataFolder } from "../services/data-folder.ts"
import { createMigratedDatabase } from "../services/postgres.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { repeatIfBusy } from "./repeat-if-busy.ts"

export type EngineName = "sqlite" | "postgres"

/** The engines on which tests run whose outcome can depend on the engine. `npm run test:quick` uses only SQLite. */
export const engines: readonly EngineName[] = process.env.KEYWARD_TEST_QUICK ? ["sqlite"] : ["sqlite", "postgres"]

/** A password at the recommended cost takes 45 ms of the processor; src/secrets/passwords.test.ts uses that cost. */
export const cheapPasswords = { memoryKiB: 8, passes: 1 }

/** Tests wait until usage is readable. */
export const usageIntervalMs = 200

export interface TestOptions {
  readonly engine: EngineName
  /** A clock that the test moves; the real clock by default. */
  readonly clock?: { now: number }
  /** The source of ids, keys and tokens; a cryptographic one by default. */
  readonly random?: (length: number) => Uint8Array
  readonly environment?: Readonly<Record<string, string>>
  /** Several nodes share these; their own by default. */
  readonly counters?: Counters & CountersInMemory
  /** A server whose database this one serves as a further node. */
  readonly beside?: Pick<TestServer, "storage" | "operatorKey">
  /** Replaces the store of the service by one that uses it. */
  readonly wrapStore?: (store: Store) => Store
  /** Replaces the hub of verifiers by one that breaks a rule. */
  readonly wrapHub?: (hub: Hub) => Hub
  /** As `wrapHub`, for the endpoint of verifiers. */
  readonly wrapVerifiers?: (parts: VerifierParts) => VerifierParts
  /** Records notices. Without it, the events of a test are those of its calls, however far it moves its clock. */
  readonly watchesNotices?: boolean
}

/** The result of a call. `data` and `error` are untyped, because tests check what HTTP really returned. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shape, which is the point of them.
  readonly body: any
}

export interface CallOptions {
  /** Default: the root key of the first workspace. null sends no Authorization header. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Calls as a page of the public origin does, instead of with a key. */
  readonly session?: BrowserSession
}

interface BrowserSession {
  readonly cookie?: string
  /** A workspace id or `operator`. */
  readonly workspace?: string
  /** The session in the portal. */
  readonly portal?: string
}

export interface TestWorkspace {
  readonly workspaceId: string
  readonly rootKeyId: string
  readonly rootKey: string
}

export interface TestServer extends TestWorkspace {
  readonly url: string
  readonly operatorKey: string
  /** Options of a call by the operator. */
  readonly operator: { readonly key: string }
  /** All log lines so far. */
  readonly log: readonly string[]
  /** The folder of the embedded database, or the URL of the Postgres database. */
  readonly storage: string
  /** POST /v2/<operation>. */
  call(operation: string, body?: unknown, options?: CallOptions): Promise<Reply>
  /** As `call`, but repeats a 503, throws unless the status is 200, and returns `data`. */
  // biome-ignore lint/suspicious/noExplicitAny: as in Reply.
  ok(operation: string, body?: unknown, options?: CallOptions): Promise<any>
  request(path: string, init?: RequestInit): Promise<Reply>
  createWorkspace(name?: string): Promise<TestWorkspace>
  /** A root key of the first workspace with exactly these permissions. */
  createRootKey(permissions: readonly string[], workspace?: TestWorkspace): Promise<string>
  /** Without the present names of resources, which depend on later changes. */
  events(filter?: Readonly<Record<string, unknown>>): Promise<readonly WireEvent[]>
  /** Stops the service and starts it again on the same storage. Given settings replace earlier ones. */
  restart(changed?: Readonly<Record<string, string>>): Promise<void>
  stop(): Promise<void>
}

export interface WireEvent {
  readonly eventId: string
  readonly sequence?: number
  readonly type: string
  readonly actor: { readonly type: string; readonly id: string }
  readonly resources: readonly { readonly type: string; readonly id: string; readonly name?: string }[]
  readonly changes: {
    readonly before: Readonly<Record<string, unknown>> | null
    readonly after: Readonly<Record<string, unknown>> | null
  }
  readonly workspaceId: string
  readonly requestId?: string
  readonly time: number
}

/** The real service on a free port, over real HTTP, on an empty database. */
export async function startKeyward({
  engine,
  clock,
  random = randomBytes,
  environment = {},
  counters,
  beside,
  wrapStore,
  wrapHub,
  wrapVerifiers,
  watchesNotices = false,
}: TestOptions): Promise<TestServer> {
  const folder = engine === "sqlite" ? dataFolder() : temporaryFolder()
  const database = engine === "postgres" && beside === undefined ? await createMigratedDatabase() : undefined
  const databaseUrl = beside?.storage ?? database?.url
  const operatorKey = beside?.operatorKey ?? `operator-${randomBytes(16).toString("hex")}`
  const log: string[] = []
  const settings = {
    KEYWARD_PORT: "0",
    // Each connection costs a test server 10 ms of the processor.
    KEYWARD_DATABASE_CONNECTIONS: "10",
    KEYWARD_DATA_DIR: folder.path,
    KEYWARD_OPERATOR_KEY: operatorKey,
    // Only tests of webhooks have endpoints that exist.
    KEYWARD_WEBHOOKS: "off",
    KEYWARD_WEBHOOK_ALLOW: "127.0.0.0/8",
    ...(databaseUrl && { KEYWARD_DATABASE_URL: databaseUrl }),
    ...environment,
  }
  const start = (changed: Readonly<Record<string, string>>) => {
    const { config } = readConfig({ environment: { ...settings, ...changed }, isTerminal: false })
    return startApp(config, {
      ...(clock && { now: () => clock.now }),
      ...(counters && { counters }),
      ...(wrapStore && { wrapStore }),
      ...(wrapHub && { wrapHub }),
      ...(wrapVerifiers && { wrapVerifiers }),
      random: (length) => random(length),
      passwordCost: cheapPasswords,
      usageIntervalMs,
      noticesEveryMs: watchesNotices ? 50 : 0,
      writeLog: (lines) => log.push(...lines.trimEnd().split("\n")),
    })
  }
  let app = await start({})

  const request = async (path: string, init?: RequestInit): Promise<Reply> => {
    const response = await fetch(`http://127.0.0.1:${app.port}${path}`, init)
    const isEndless = response.headers.get("content-type") === "text/event-stream"
    if (isEndless) await response.body?.cancel()
    const text = isEndless ? "" : await response.text()
    if (response.headers.get("x-content-type-options") !== "nosniff") throw new Error(`${path} may be sniffed.`)
    const isJson = /json/.test(response.headers.get("content-type") ?? "") && text !== ""
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }
  const call = async (operation: string, body?: unknown, options: CallOptions = {}): Promise<Reply> => {
    const { session, key = session === undefined ? first.rootKey : null } = options
    const reply = await request(`/v2/${operation}`, {
      method: "POST",
      headers: {
        ...(key !== null && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(session && sessionHeaders(session, `http://localhost:${app.port}`)),
        ...options.headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    checkAnswer(operation, reply)
    return reply
  }
  const ok: TestServer["ok"] = async (operation, body, options) => {
    const reply = await repeatIfBusy(() => call(operation, body, options))
    if (reply.status !== 200) throw new Error(`${operation} answered ${reply.status}: ${reply.text}`)
    return reply.body.data
  }
  const createWorkspace = (name = "Test"): Promise<TestWorkspace> =>
    ok("workspaces.createWorkspace", { name }, { key: operatorKey })
  let first: TestWorkspace = { workspaceId: "", rootKeyId: "", rootKey: "" }
  first = await createWorkspace()

  return {
    ...first,
    get url() {
      return `http://127.0.0.1:${app.port}`
    },
    operatorKey,
    operator: { key: operatorKey },
    log,
    storage: databaseUrl ?? folder.path,
    call,
    ok,
    request,
    createWorkspace,
    async createRootKey(permissions, workspace = first) {
      const created = await ok("rootKeys.createRootKey", { permissions }, { key: workspace.rootKey })
      return created.rootKey
    },
    async events(filter = {}) {
      const input = { workspaceId: first.workspaceId, ...filter }
      const events: WireEvent[] = await ok("events.listEvents", input, { key: operatorKey })
      return events.map((event) => ({ ...event, resources: event.resources.map(({ type, id }) => ({ type, id })) }))
    },
    async restart(changed = {}) {
      await app.stop()
      app = await start(changed)
    },
    async stop() {
      await app.stop()
      await database?.drop()
      folder.remove()
    },
  }
}

function sessionHeaders({ cookie, workspace, portal }: BrowserSession, origin: string): Record<string, string> {
  return {
    Origin: origin,
    "Content-Type": "application/json",
    ...(cookie !== undefined && { Cookie: cookie }),
    ...(workspace !== undefined && { "Keyward-Workspace": workspace }),
    ...(portal !== undefined && { "Keyward-Portal": portal }),
  }
}

const operationsByName = new Map(operations.map((operation) => [operation.name, operation]))

/** Checks every response of the suite against the OpenAPI document, and a success against its schema. */
function checkAnswer(name: string, { status, body }: Reply): void {
  const operation = operationsByName.get(name)
  if (operation === undefined || body === undefined) return
  checkAgainstOpenApi(name, status, body)
  if (status !== 200) return
  const parsed = operation.output.safeParse(body.data)
  if (!parsed.success) throw new Error(`${name} answered what it does not declare: ${parsed.error.message}`)
}
