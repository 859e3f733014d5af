import { connect, createServer, type Socket } from "node:net"

/** A proxy that delays what passes, and whose connections can be cut. */
export interface Proxy {
  readonly port: number
  cut(): void
  stop(): void
}

/** `delayMs` is one way. The upstream port is read for each connection. */
export async function startProxy(upstreamPort: () => number, delayMs: number): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    const later = (run: () => void) => (delayMs === 0 ? run() : void setTimeout(run, delayMs))
    from.on("data", (chunk) => later(() => to.write(chunk)))
    from.on("close", () => {
      sockets.delete(from)
      later(() => to.destroy())
    })
    from.on("error", () => from.destroy())
  }
  const server = createServer((client) => {
    const upstream = connect(upstreamPort(), "127.0.0.1")
    pass(client, upstream)
    pass(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.")
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    cut,
    stop() {
      cut()
      server.close()
    },
  }
}
