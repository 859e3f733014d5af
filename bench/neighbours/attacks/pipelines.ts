import { connect } from "node:net"
import type { Attack, RunningAttack } from "../attack.ts"
import type { Scene } from "../scene.ts"

const requestsAtOnce = 10_000

function requestOf(bearer: string): string {
  return `POST /v2/keys.verifyKey HTTP/1.1\r\nHost: localhost\r\n${bearer}Content-Length: 0\r\n\r\n`
}

export const pipelineBeyondTheLimit: Attack = {
  what: "10,000 pipelined requests beyond requestsPerMinute, again and again on one connection",
  fills: "connections",
  async start(scene) {
    const { workspaceId, rootKey } = await scene.createTenant()
    await scene.callAsOperator("workspaces.updateWorkspace", { workspaceId, limits: { requestsPerMinute: 1 } })
    return pipeline(scene, { request: requestOf(`Authorization: Bearer ${rootKey}\r\n`), connections: 1 })
  },
}

export const pipelinesWithoutKey: Attack = {
  what: "10,000 pipelined requests without a key, again and again on 16 connections",
  fills: "connections",
  start: async (scene) => pipeline(scene, { request: requestOf(""), connections: 16 }),
}

interface Pipelines {
  readonly request: string
  readonly connections: number
}

/** Connects again as soon as the server closes a connection. */
function pipeline({ port }: Scene, { request, connections }: Pipelines): RunningAttack {
  const bytes = Buffer.from(request.repeat(requestsAtOnce))
  let isOver = false
  const repeat = async () => {
    while (!isOver) {
      const { promise: closed, resolve } = Promise.withResolvers<void>()
      const socket = connect(port, "127.0.0.1")
      socket.on("data", () => {})
      socket.on("error", () => {})
      socket.on("close", () => resolve())
      socket.write(bytes)
      await closed
    }
  }
  const repeating = Array.from({ length: connections }, repeat)
  return {
    async stop() {
      isOver = true
      await Promise.all(repeating)
    },
  }
}
