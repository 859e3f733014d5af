import { connect, type Server, type Socket } from "node:net"

export interface RunningServer {
  readonly port: number
  /** Ends its connections too. */
  stop(): void
}

/** Listens on a free port of this machine. */
export async function listen(server: Server): Promise<RunningServer> {
  const clients = new Set<Socket>()
  server.on("connection", (client: Socket) => {
    clients.add(client)
    client.on("close", () => clients.delete(client))
  })
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  server.listen(0, "127.0.0.1", resolve)
  await listening
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.")
  return {
    port: address.port,
    stop() {
      server.close()
      for (const client of clients) client.destroy()
    },
  }
}

/** Connects a client onwards and hands on what it sends; either end takes the other with it. */
export function connectOnwards(client: Socket, port: number): Socket {
  const upstream = connect(port, "127.0.0.1")
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    one.on("error", () => one.destroy()).on("close", () => other.destroy())
  }
  client.pipe(upstream)
  return upstream
}
