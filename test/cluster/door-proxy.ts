import { connect, createServer, type Server, type Socket } from "node:net"

/** Stands between fronts and the socket of their main process. */
export interface DoorProxy {
  /** Ends every connection and refuses new ones. */
  cut(): void
  /** Drops nothing, and passes nothing on until `cut`. */
  stall(): void
  mend(): Promise<void>
}

export async function startDoorProxy(path: string, mainPath: string): Promise<DoorProxy> {
  const sockets = new Set<Socket>()
  let isStalled = false
  const handOn = (front: Socket) => {
    const main = connect(mainPath)
    for (const [one, other] of [
      [front, main],
      [main, front],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      if (isStalled) one.unpipe(other)
      one.on("error", () => one.destroy())
      one.on("close", () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  }
  const listen = async (): Promise<Server> => {
    const server = createServer(handOn)
    await new Promise<void>((resolve) => server.listen(path, resolve))
    return server
  }
  let server = await listen()
  return {
    cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    stall() {
      isStalled = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    async mend() {
      isStalled = false
      server = await listen()
    },
  }
}
