import type { Server } from "bun"
import { bodyLimits } from "./read-body.ts"

export interface RunningServer {
  readonly port: number
  serve(handle: Handler): void
  /** Takes no new connection, finishes what is in flight for up to the given time, then closes. */
  stop(patienceMs: number): Promise<void>
}

export class PortTaken extends Error {
  constructor(host: string, port: number) {
    super(`Port ${port} on ${host} is taken. Stop the other program, or choose a port with --port or KEYWARD_PORT.`)
    this.name = "PortTaken"
  }
}

/** `peer` is the address at the other end of the connection. */
export type Handler = (request: Request, peer: () => string) => Response | Promise<Response>

interface Listening {
  readonly host: string
  readonly port: number
}

/** Takes the port first and serves later, so that a start which cannot have its port has changed nothing. */
export function listen({ host, port }: Listening): RunningServer {
  const server = startServer({ host, port })
  return {
    port: server.port ?? port,
    serve(handle) {
      server.reload(optionsWith(handle))
    },
    async stop(patienceMs) {
      const { promise: patienceEnd, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, patienceMs)
      await Promise.race([server.stop(false), patienceEnd])
      clearTimeout(timer)
      await server.stop(true)
    },
  }
}

/** Header limits are Bun's own: 16 KiB in all. */
function optionsWith(handle: Handler) {
  return {
    idleTimeout: bodyLimits.totalMs / 1000 + 1,
    // What is over the limit has to get through, so that it is refused in the envelope.
    maxRequestBodySize: bodyLimits.bytes * 2,
    fetch: (request: Request, server: Server<undefined>) =>
      handle(request, () => server.requestIP(request)?.address ?? "-"),
    error: () => new Response(null, { status: 500 }),
  }
}

function startServer({ host, port }: Listening): Server<undefined> {
  const notReady = () => new Response(null, { status: 503, headers: { "Retry-After": "1" } })
  try {
    return Bun.serve({ hostname: host, port, ...optionsWith(notReady) })
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") throw new PortTaken(host, port)
    throw error
  }
}
