import { join } from "node:path"
import type { ChildProcess } from "../services/child-process.ts"
import { startProcess } from "../services/child-process.ts"
import { startTcpProxy, type TcpProxy } from "../services/tcp-proxy.ts"

export interface Decision {
  /** What the verifier decides by itself; absent if it must ask. */
  readonly held?: string
  readonly code: string
}

/** A process with one verifier per node, each behind a proxy of its own. */
export interface Application {
  readonly proxies: readonly TcpProxy[]
  /** Undefined if the process was killed before it answered. */
  decide(key: string): Promise<readonly Decision[] | undefined>
  /** How many verifications the verifiers have decided by themselves. */
  countLocal(): Promise<number>
  pause(): void
  resume(): void
  /** `SIGTERM` closes the verifiers first. */
  restart(signal: "SIGKILL" | "SIGTERM"): Promise<void>
  stop(): Promise<void>
}

const program = join(import.meta.dir, "verifier-process.ts")

/** `ports` are those of the nodes, which may change. */
export async function startApplication(rootKey: string, ports: readonly (() => number)[]): Promise<Application> {
  const proxies = await Promise.all(ports.map(startTcpProxy))
  const urls = proxies.map(({ port }) => `http://127.0.0.1:${port}`)
  const launch = async () => {
    const launched = startProcess({ command: [process.execPath, program, rootKey, ...urls] })
    const [, port] = await launched.waitForOutput(/listen on (\d+)/)
    return { child: launched, address: `http://127.0.0.1:${port}` }
  }
  let { child, address } = await launch()
  const get = async (query: string) => {
    try {
      return await (await fetch(`${address}/${query}`, { keepalive: false })).json()
    } catch {
      return undefined
    }
  }
  const end = async (one: ChildProcess, signal: "SIGKILL" | "SIGTERM") => {
    one.kill(signal)
    await one.exit
  }
  return {
    proxies,
    decide: (key) => get(`?key=${encodeURIComponent(key)}`),
    async countLocal() {
      const states: readonly { local: number }[] = (await get("")) ?? []
      return states.reduce((sum, { local }) => sum + local, 0)
    },
    pause: () => child.kill("SIGSTOP"),
    resume: () => child.kill("SIGCONT"),
    async restart(signal) {
      await end(child, signal)
      const launched = await launch()
      child = launched.child
      address = launched.address
    },
    async stop() {
      child.kill("SIGCONT")
      await end(child, "SIGKILL")
      for (const proxy of proxies) proxy.stop()
    },
  }
}
