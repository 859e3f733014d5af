import type { Server } from "bun"
import { bodyLimits } from "../request/body.ts"
import { noSniffing } from "../request/response.ts"

export interface RunningServer {
  readonly port: number
  serve(handlers: Handlers): void
  /** Takes no new connection, finishes what is in flight for up to the given time, then closes. */
  stop(patienceMs: number): Promise<void>
}

/** The address cannot be listened on. The message is shown as it is. */
class CannotListen extends Error {
  constructor(address: Address, cause: unknown) {
    super(`${reasonOf(address, cause)} ${address.remedy}`, { cause })
    this.name = "CannotListen"
  }
}

/** Knows the address at the other end of the connection of a request. */
export interface Peers {
  requestIP(request: Request): { readonly address: string } | null
}

export type Handler = (request: Request, peers: Peers) => Promise<Response>

export interface Handlers {
  readonly any: Handler
  /** Handlers of POST by path; `any` would do the same, slower. */
  readonly posts: ReadonlyMap<string, Handler>
}

interface Address {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** What to do when the port cannot be had; shown to a person. */
  readonly remedy: string
}

interface Listening extends Address {
  /** With other processes, which go on serving while this one is not ready. */
  readonly isShared?: boolean
  /** Who answers until `serve` is called. */
  readonly starting: Handlers
}

/**
 * Takes the port first and serves later, so that a start which cannot have its port has changed nothing. One that is
 * shared is taken last: connections would come at once, and there is somebody else to answer them.
 */
export function listen(listening: Listening): RunningServer {
  let server = listening.isShared ? undefined : startServer(listening, listening.starting)
  return {
    port: server?.port ?? listening.port,
    serve(handlers) {
      if (server === undefined) server = startServer(listening, handlers)
      else server.reload(optionsWith(handlers))
    },
    async stop(patienceMs) {
      if (server === undefined) return
      const { promise: patienceEnd, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, patienceMs)
      await Promise.race([server.stop(false), patienceEnd])
      clearTimeout(timer)
      await server.stop(true)
    },
  }
}

/** The port, if it can be had; it is free again when this returns. */
export function findPort(address: Address): number {
  try {
    const listener = Bun.listen({ hostname: address.host, port: address.port, socket: { data() {} } })
    listener.stop(true)
    return listener.port
  } catch (error) {
    throw new CannotListen(address, error)
  }
}

/**
 * Bun ends a connection so long after its request began, whatever has arrived since, and up to four seconds too early:
 * a body may take its time, and whoever sent it may have to wait as long again for an answer.
 */
const idleSeconds = (2 * bodyLimits.totalMs) / 1000 + 4

/** Header limits are Bun's own: 16 KiB in all. */
function optionsWith(handlers: Handlers) {
  return {
    routes: Object.fromEntries([...handlers.posts].map(([path, handle]) => [path, { POST: handle }])),
    idleTimeout: idleSeconds,
    // Bun would refuse without an envelope, and need not: what nobody reads stays with the sender or is dropped.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch: handlers.any,
    error: () => new Response(null, { status: 500, headers: noSniffing }),
  }
}

function startServer(listening: Listening, handlers: Handlers): Server<undefined> {
  try {
    return Bun.serve({
      hostname: listening.host,
      port: listening.port,
      reusePort: listening.isShared ?? false,
      ...optionsWith(handlers),
    })
  } catch (error) {
    throw new CannotListen(listening, error)
  }
}

function reasonOf({ host, port }: Address, cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken by another program.`
    case "EACCES":
      return `Port ${port} is reserved to the administrator of this machine.`
    case "EADDRNOTAVAIL":
    case "EINVAL":
      return `${host} is no address of this machine.`
    default:
      return `Listening on ${host}, port ${port}, failed: ${cause instanceof Error ? cause.message : String(cause)}.`
  }
}
