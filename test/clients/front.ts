import { createServer } from "node:net"
import { connectOnwards, listen } from "./tcp.ts"

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

/** Stands before a server as a load balancer does: each connection meets the next behaviour, those after the last pass. */
export async function startFront(serverUrl: string, behaviours: readonly Behaviour[]): Promise<Front> {
  const serverPort = Number(new URL(serverUrl).port)
  let count = 0
  const { port, stop } = await listen(
    createServer((client) => {
      const behaviour = behaviours[count] ?? "pass"
      count += 1
      if (behaviour === "stay silent") return
      if (typeof behaviour === "object") {
        client.once("data", () => client.end(behaviour.answer))
        return
      }
      const server = connectOnwards(client, serverPort)
      if (behaviour === "pass") server.pipe(client)
      else server.once("data", () => client.destroy())
    }),
  )
  return { url: `http://127.0.0.1:${port}`, connections: () => count, stop }
}
