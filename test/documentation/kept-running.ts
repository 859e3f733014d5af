import { isListening } from "../requests/is-listening.ts"
import { kill, type Place, track } from "./shell.ts"

/** A program in another terminal. */
export interface Running {
  output(): string
  stop(): Promise<void>
}

const patienceMs = 120_000

/** Runs the lines until they are stopped; returns as soon as something listens on the port. */
export async function keepRunning(lines: string, port: number, { cwd, env }: Place): Promise<Running> {
  const child = Bun.spawn(["sh", "-euc", `exec 2>&1\n${lines}`], {
    cwd,
    env: { ...env },
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  })
  track(child)
  let output = ""
  const decoder = new TextDecoder()
  const read = (async () => {
    for await (const chunk of child.stdout) output += decoder.decode(chunk, { stream: true })
  })()
  const stop = async () => {
    kill(child.pid, "SIGTERM")
    const timer = setTimeout(() => kill(child.pid, "SIGKILL"), 5_000)
    await Promise.all([child.exited, read])
    clearTimeout(timer)
  }
  for (const deadline = Date.now() + patienceMs; !(await isListening(port)); await Bun.sleep(50)) {
    if (child.exitCode === null && Date.now() < deadline) continue
    const reason = child.exitCode === null ? `listened on no port within ${patienceMs / 1000} s` : "ended"
    await stop()
    throw new Error(`${reason} and printed:\n${output}`)
  }
  return { output: () => output, stop }
}
