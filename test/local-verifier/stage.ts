import type { Rules } from "../../sdk/src/local/rules.ts"
import { everyRule } from "../../sdk/src/local/rules.ts"
import type { SocketEvent, WebSocketLike } from "../../sdk/src/local/socket.ts"
import { createVerifier, type LocalVerifierOptions } from "../../sdk/src/local/verifier.ts"
import { sha256 } from "../../src/secrets/hash.ts"

/** A message as the protocol writes it. */
// biome-ignore lint/suspicious/noExplicitAny: tests write and read messages of every shape.
export type Message = Record<string, any>

/** The server's end of one connection, which does only what a test says. */
export interface ScriptedSocket {
  readonly url: string
  /** What the verifier has sent. */
  readonly sent: Message[]
  /** How the verifier has closed it. */
  closedWith: number | undefined
  /** Called in the step in which the verifier sends. */
  onSend: (message: Message) => void
  open(protocol?: string): void
  /** Opens, welcomes, and answers the first renewal. */
  attach(ms?: number): void
  say(message: Message): void
  /** Answers the latest renewal. */
  lend(ms?: number): void
  break(code: number, reason?: string): void
  of(type: string): readonly Message[]
  /** All asks so far. */
  asks(): readonly Message[]
}

export interface Stage {
  readonly sockets: readonly ScriptedSocket[]
  readonly latest: () => ScriptedSocket
  readonly verifier: ReturnType<typeof createVerifier>
  readonly states: readonly string[]
  /** Bodies of the HTTP calls. */
  readonly calls: readonly Message[]
  /** Both clocks run, and timers with them. */
  advance(ms: number): Promise<void>
  /** Only the wall clock runs, as while a machine sleeps. */
  sleep(ms: number): void
  /** Both clocks run, but the process does not. */
  stop(ms: number): void
  readonly serverNow: () => number
  /** Timers that are set. */
  readonly timers: () => number
}

export interface StageOptions {
  readonly rules?: Partial<Rules>
  readonly random?: () => number
  readonly verifier?: Partial<LocalVerifierOptions>
  /** Answers HTTP calls; the default is a valid verdict. */
  readonly fetch?: () => Promise<Response>
}

/** The server's clock is far from that of the application. */
const serverAhead = 86_400_000

/** A verifier with scripted connections and clocks that only a test moves. */
export function createStage({ rules, random = () => 0.5, verifier: options, fetch }: StageOptions = {}): Stage {
  let monotonic = 1_000
  let wall = 1_800_000_000_000
  let timers: { readonly at: number; readonly run: () => void }[] = []
  const sockets: ScriptedSocket[] = []
  const states: string[] = []
  const calls: Message[] = []
  const serverNow = () => Math.floor(wall + serverAhead)

  const webSocket = scriptedSockets(sockets, serverNow)
  const verifier = createVerifier(
    { url: "http://keyward.test", key: "root_key", webSocket, onState: (state) => states.push(state), ...options },
    {
      rules: { ...everyRule, ...rules },
      clocks: { monotonic: () => monotonic, wall: () => wall },
      random,
      after(ms, run) {
        const timer = { at: monotonic + ms, run }
        timers.push(timer)
        return () => {
          timers = timers.filter((other) => other !== timer)
        }
      },
      async fetch(_url, init) {
        calls.push(JSON.parse(String(init.body)))
        if (fetch !== undefined) return fetch()
        return Response.json({ meta: { requestId: "req_http" }, data: { valid: true, code: "VALID" } })
      },
    },
  )
  const stop = (ms: number) => {
    monotonic += ms
    wall += ms
  }
  return {
    sockets,
    latest: () => sockets.at(-1) ?? fail(),
    verifier,
    states,
    calls,
    async advance(ms) {
      const end = monotonic + ms
      await turn()
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)
        if (next === undefined) break
        timers = timers.filter((timer) => timer !== next)
        stop(Math.max(0, next.at - monotonic))
        next.run()
        await turn()
      }
      stop(Math.max(0, end - monotonic))
      await turn()
    },
    sleep(ms) {
      wall += ms
    },
    stop,
    serverNow,
    timers: () => timers.length,
  }
}

/** Lets all promises settle that wait for nothing outside. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function fail(): never {
  throw new Error("The verifier has opened no connection.")
}

function scriptedSockets(sockets: ScriptedSocket[], serverNow: () => number) {
  return class implements WebSocketLike {
    protocol = ""
    readonly #listeners = new Map<string, ((event: SocketEvent) => void)[]>()
    readonly #end: ScriptedSocket

    constructor(url: string, protocols: string) {
      const fire = (type: string, event: SocketEvent) => {
        for (const listener of this.#listeners.get(type) ?? []) listener(event)
      }
      const end: ScriptedSocket = {
        url,
        sent: [],
        closedWith: undefined,
        onSend: () => {},
        open: (protocol = protocols) => {
          this.protocol = protocol
          fire("open", {})
        },
        attach(ms = 1_000) {
          end.open()
          end.say({ t: "welcome", node: "node_1" })
          end.lend(ms)
        },
        say: (message) => fire("message", { data: JSON.stringify(message) }),
        lend: (ms = 1_000) => end.say({ t: "lease", n: end.of("renew").at(-1)?.n, ms, now: serverNow() }),
        break: (code, reason = "") => fire("close", { code, reason }),
        of: (type) => end.sent.filter(({ t }) => t === type),
        asks: () => end.of("verify").flatMap(({ asks }) => asks),
      }
      this.#end = end
      sockets.push(end)
    }

    send(text: string) {
      const message = JSON.parse(text)
      this.#end.sent.push(message)
      this.#end.onSend(message)
    }

    close(code?: number) {
      this.#end.closedWith = code
      queueMicrotask(() => this.#end.break(code ?? 1005))
    }

    addEventListener(type: string, listener: (event: SocketEvent) => void) {
      this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener])
    }
  }
}

/** A record of the key, which depends on `key_1` and `ws_1` unless `fields` say otherwise. */
export function recordOf(key: string, fields: Message = {}): Message {
  const { data, ...others } = fields
  return {
    hash: sha256(key),
    ticket: `ticket of ${key}`,
    on: ["key_1", "ws_1"],
    data: { keyId: "key_1", apiId: "api_1", meta: {}, permissions: ["documents.read"], roles: [], ...data },
    ...others,
  }
}

/** Asks about a key, and lets the server answer with a record. */
export async function holdKey(stage: Stage, key: string, fields: Message = {}): Promise<void> {
  const pending = stage.verifier.keys.verifyKey({ key })
  await turn()
  const { i } = stage.latest().asks().at(-1) ?? fail()
  const record = recordOf(key, fields)
  const data = { valid: true, code: "VALID", ...record.data, ratelimits: [] }
  stage.latest().say({ t: "verdicts", answers: [{ i, requestId: "req_1", data, record }] })
  await pending
}
