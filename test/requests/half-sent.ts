import { connect } from "node:net"
import type { ServedCli } from "../cli/cli.ts"
import { until } from "../harness/until.ts"

const goOn = "HTTP/1.1 100 Continue\r\n\r\n"

/** A request of the operator that the server has begun to read, and whose last bytes are still to come. */
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
    `POST /v2/workspaces.createWorkspace HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: 100-continue\r\n` +
      `Authorization: Bearer ${operatorKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  await until(
    () => received === goOn,
    () => `The server answered: ${received}`,
  )
  socket.write(body.slice(0, 5))
  return { finish: () => socket.write(body.slice(5)), closed, received: () => received.slice(goOn.length) }
}

/** Sends the rest of each request. Resolves with the first line of each response, without the reason. */
export async function statusesOf(
  requests: readonly Awaited<ReturnType<typeof halfSent>>[],
): Promise<readonly string[]> {
  for (const { finish } of requests) finish()
  await Promise.all(requests.map(({ closed }) => closed))
  return requests.map(({ received }) => received().slice(0, "HTTP/1.1 200".length))
}
