import { connect } from "node:net"
import { until } from "../harness/until.ts"

export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "localhost")
    const answer = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once("connect", () => answer(true))
    socket.once("error", () => answer(false))
  })
}

export async function untilNothingListens({ port }: { readonly port: number }): Promise<void> {
  await until(async () => !(await isListening(port)))
}
