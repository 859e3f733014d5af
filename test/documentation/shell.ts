import { atFileEnd } from "../services/at-file-end.ts"

/** A shell in which a page is pasted, block by block, so that variables stay. Leave it with `end`. */
export interface Shell {
  /** What the lines printed, on either stream; throws it where a line failed or nothing comes for too long. */
  paste(lines: string): Promise<string>
  /** Where it is, and what programs started from it would see. */
  surroundings(): Promise<{ readonly cwd: string; readonly env: Record<string, string> }>
  end(): void
}

export interface Place {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

const patienceMs = 120_000

/** Stops at the first line that fails and at the first variable that is not set. */
export function openShell({ cwd, env }: Place): Shell {
  const child = Bun.spawn(["sh"], {
    cwd,
    env: { ...env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
    detached: true,
  })
  track(child)
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  const write = (text: string) => {
    child.stdin.write(text)
    child.stdin.flush()
  }
  write("exec 2>&1\nset -eu\n")

  async function paste(lines: string): Promise<string> {
    const end = `end-${crypto.randomUUID()}`
    // Nothing but the lines may be read as input by what they start.
    write(`{\n${lines}\n} </dev/null\necho ${end}\n`)
    const timer = setTimeout(() => kill(child.pid, "SIGKILL"), patienceMs)
    let output = ""
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      output += decoder.decode(value, { stream: true })
      if (!output.endsWith(`${end}\n`)) continue
      clearTimeout(timer)
      return output.slice(0, -end.length - 1)
    }
    clearTimeout(timer)
    const code = await child.exited
    const reason = child.signalCode === null ? `ended with code ${code}` : `did not end within ${patienceMs / 1000} s`
    throw new Error(`${reason} and printed:\n${output}`)
  }

  return {
    paste,
    async surroundings() {
      const program = "JSON.stringify({ cwd: process.cwd(), env: process.env })"
      return JSON.parse(await paste(`'${process.execPath}' -p '${program}'`))
    },
    end: () => kill(child.pid, "SIGKILL"),
  }
}

const groups = new Set<number>()

// A page that is given up leaves programs behind, each in a session of its own that nothing else would end.
atFileEnd(() => {
  for (const pid of groups) kill(pid, "SIGKILL")
})

/** Notes a process that leads a group of its own, until it has ended. */
export function track(child: Bun.Subprocess): void {
  groups.add(child.pid)
  void child.exited.then(() => groups.delete(child.pid))
}

/** The process and everything it has started. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ESRCH")) throw cause
  }
}
