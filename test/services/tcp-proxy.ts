import { connect, createServer, type Server, type Socket } from "node:net"
import { listen } from "./listen.ts"

/** A proxy whose connections can be cut, restored and stalled. */
export interface TcpProxy {
  readonly port: number
  /** Ends every connection and refuses new ones, like a stopped server. */
  cut(): void
  mend(): Promise<void>
  /** Drops all traffic silently; new connections can be exempt. */
  stall(which: "all" | "present"): void
  /** Ends a stall, and a loss that has not happened yet. */
  flow(): void
  /** Ends one connection, or stalls all of them, when this data passes. Resolves when that has happened. */
  loseNext(loss: Loss): Promise<void>
  stop(): void
}

export interface Loss {
  /** Data from the client. */
  readonly text: string
  /** Before the server receives it, before the client receives the reply, or with all later data. */
  readonly what: "request" | "answer" | "everything"
  /** Only if the client has sent this before. */
  readonly after: string
  /** Whether all other connections are cut too. */
  readonly isCut?: boolean
}

/** The upstream port may change, because a program that starts again can get another. */
export async function startTcpProxy(upstreamPort: number | (() => number)): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isStalled = false
  let loss: Loss | undefined
  let lost = Promise.withResolvers<void>()
  const endLoss = () => {
    loss = undefined
    lost.resolve()
  }

  const handOn = (client: Socket) => {
    const upstream = connect(typeof upstreamPort === "number" ? upstreamPort : upstreamPort(), "127.0.0.1")
    let isMarked = false
    let isDropping = false
    const isLost = (chunk: Buffer | string) => {
      isMarked ||= loss !== undefined && chunk.includes(loss.after)
      return isMarked && loss !== undefined && chunk.includes(loss.text)
    }
    const drop = () => {
      client.destroy()
      if (loss?.isCut) cut()
      endLoss()
    }
    client.on("data", (chunk) => {
      const isLostNow = isLost(chunk)
      if (isLostNow && loss?.what === "everything") return standStill()
      isDropping ||= isLostNow
      if (isLostNow && loss?.what === "request") drop()
      else upstream.write(chunk)
    })
    upstream.on("data", (chunk) => (isDropping ? drop() : client.write(chunk)))
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      if (isStalled) one.pause()
      one.on("error", () => one.destroy())
      one.on("close", () => {
        sockets.delete(one)
        other.destroySoon()
      })
    }
  }

  const standStill = () => {
    stall("all")
    endLoss()
  }
  const stall = (which: "all" | "present") => {
    isStalled = which === "all"
    for (const socket of sockets) socket.pause()
  }

  let server = await listen(() => createServer(handOn))
  const port = portOf(server)
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    cut,
    async mend() {
      server = await listen(() => createServer(handOn), port)
    },
    stall,
    flow() {
      isStalled = false
      endLoss()
      for (const socket of sockets) socket.resume()
    },
    loseNext(next) {
      loss = next
      lost = Promise.withResolvers()
      return lost.promise
    },
    stop: cut,
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The proxy listens on no port.")
  return address.port
}
