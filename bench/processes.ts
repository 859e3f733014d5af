import type { Subprocess } from "bun"
import type { Job, LoadResult } from "./job.ts"

/** A server under test in its own process. */
export interface Served {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

export async function startBaseline(): Promise<Served> {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/baseline.ts`], { stdout: "pipe", stderr: "inherit" })
  const { port } = JSON.parse(await firstLine(child.stdout, /\{.*\}/))
  return { port, pid: child.pid, stop: () => end(child) }
}

export const operatorKey = "bench-operator-key-0123456789"

const ownCheckout = `${import.meta.dir}/..`

export async function startKeyward(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  checkout = ownCheckout,
): Promise<Served> {
  const child = Bun.spawn([process.execPath, `${checkout}/src/main.ts`, "serve"], {
    stdout: "pipe",
    stderr: Bun.file("/dev/null"),
    env: {
      PATH: Bun.env.PATH,
      KEYWARD_PORT: "0",
      KEYWARD_DATA_DIR: dataDir,
      KEYWARD_OPERATOR_KEY: operatorKey,
      ...settings,
    },
  })
  const listening = await firstLine(child.stdout, /http:\/\/localhost:(\d+) \(/)
  return { port: Number(/localhost:(\d+)/.exec(listening)?.[1]), pid: child.pid, stop: () => end(child) }
}

/** Runs the generator in its own process and returns its measurements. */
export async function load(job: Job): Promise<LoadResult> {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/load.ts`], {
    stdin: new Blob([JSON.stringify(job)]),
    stdout: "pipe",
    stderr: "inherit",
  })
  const result: LoadResult = JSON.parse(await new Response(child.stdout).text())
  if (result.failed > 0) process.stderr.write(`${result.failed} wrong answers on ${job.path}\n`)
  return result
}

async function end(child: Subprocess): Promise<void> {
  child.kill("SIGTERM")
  await child.exited
}

async function firstLine(output: ReadableStream<Uint8Array>, pattern: RegExp): Promise<string> {
  let text = ""
  for await (const chunk of output) {
    text += new TextDecoder().decode(chunk)
    const line = text.split("\n").find((one) => pattern.test(one))
    if (line !== undefined) return line
  }
  throw new Error(`The process ended without a word: ${text}`)
}
