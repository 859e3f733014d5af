import { connect as connectTcp, createServer, type Socket } from "node:net"

/** What a front does with a connection. */
export type Behaviour =
  /** Hands everything on, in both directions. */
  | "pass"
  /** Hands the request on and closes before any of the answer is through. */
  | "lose the answer"
  /** Takes the request and never answers. */
  | "stay silent"
  /** Answers itself, with these bytes, and hands nothing on. */
  | { readonly answer: string }

export interface Front {
  readonly url: string
  /** How many connections came so far. */
  connections(): number
  stop(): void
}

/** Stands before a server as a load balancer does: each connection meets the next behaviour, those after the last "pass". */
export async function startFront(serverUrl: string, behaviours: readonly Behaviour[] = []): Promise<Front> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let count = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket))
    return socket
  }
  const server = createServer((client) => {
    const behaviour = behaviours[count] ?? "pass"
    count += 1
    keep(client)
    if (behaviour === "stay silent") return
    if (typeof behaviour === "object") {
      client.once("data", () => client.end(behaviour.answer))
      return
    }
    const upstream = keep(connectTcp(Number(target.port), target.hostname))
    client.pipe(upstream)
    if (behaviour === "pass") upstream.pipe(client)
    else upstream.once("data", () => client.destroy())
  })
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  server.listen(0, "127.0.0.1", resolve)
  await listening
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The front listens on no port.")
  return {
    url: `http://127.0.0.1:${address.port}`,
    connections: () => count,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
