import { randomInt } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import type { User } from "./unprivileged-user.ts"

export type Service = {
  readonly url: string
  /** Rejects with the log if the program ends, or takes too long to accept connections. */
  readonly ready: Promise<void>
  stop(): Promise<void>
}

const startTimeoutMs = 120_000
const stopTimeoutMs = 30_000

type Launch = {
  readonly name: string
  readonly command: readonly string[]
  readonly folder: string
  readonly user?: User | undefined
  readonly url: string
  readonly stopSignal: NodeJS.Signals
}

export function startService({ name, command, folder, user, url, stopSignal }: Launch): Service {
  const log = join(folder, `${name}.log`)
  // Ignores the output of an earlier start.
  writeFileSync(log, "")
  const output = Bun.file(log)
  const child = Bun.spawn([...command], { cwd: folder, ...user, stdio: ["ignore", output, output] })

  // PostgreSQL and Redis print the same words.
  async function waitUntilReady(): Promise<void> {
    const deadline = Date.now() + startTimeoutMs
    while (!/ready to accept connections/i.test(readFileSync(log, "utf8"))) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
        throw new Error(`${name} did not start:\n${readFileSync(log, "utf8")}`)
      }
      await Bun.sleep(20)
    }
  }

  return { url, ready: waitUntilReady(), stop: () => stop(child, stopSignal) }
}

export async function findFreePort(count = 1): Promise<number> {
  for (;;) {
    const first = portsBelowTheSystem.from + randomInt(portsBelowTheSystem.count - count)
    const areFree = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)))
    if (areFree.every(Boolean)) return first
  }
}

/** Ports outside the range that the system hands out, so that no other program takes one in between. */
const portsBelowTheSystem = { from: 20_000, count: 12_000 }

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  server.once("error", () => resolve(false))
  server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  return promise
}

async function stop(child: Bun.Subprocess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs)
  await child.exited
  clearTimeout(timer)
}
