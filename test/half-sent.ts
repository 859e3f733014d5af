import { connect } from "node:net"
import type { ServedCli } from "./cli.ts"

/** A request of the operator whose last bytes are still to come. */
export async function halfSent({ port }: Pick<ServedCli, "port">, operatorKey: string) {
  const body = JSON.stringify({ name: "In flight" })
  const socket = connect(port, "127.0.0.1")
  let received = ""
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()))
  socket.on("data", (chunk) => {
    received += chunk
  })
  socket.on("error", () => {})
  socket.write(
    `POST /v2/workspaces.createWorkspace HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
      `Authorization: Bearer ${operatorKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n` +
      body.slice(0, 5),
  )
  await Bun.sleep(200)
  return { finish: () => socket.write(body.slice(5)), closed, received: () => received }
}
