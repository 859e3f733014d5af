import { until } from "../harness/until.ts"
import { atFileEnd } from "./at-file-end.ts"

export interface Terminal {
  /** All output so far, with control sequences. */
  screen(): string
  /** Resolves with the first match after the previous one. */
  waitFor(pattern: RegExp): Promise<RegExpMatchArray>
  type(text: string): void
  readonly exit: Promise<number | null>
}

interface Start {
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly columns?: number
}

const running = new Set<Bun.Subprocess>()

atFileEnd(async () => {
  for (const child of running) child.kill("SIGKILL")
  await Promise.all([...running].map((child) => child.exited))
})

/** Runs a program in a real terminal, with `env` added to the environment of the test. */
export function startInTerminal({ command, env = {}, columns = 120 }: Start): Terminal {
  const decoder = new TextDecoder()
  let screen = ""
  let seen = 0
  const { promise: allRead, resolve: haveReadAll } = Promise.withResolvers<void>()
  const child = Bun.spawn([...command], {
    env: { ...process.env, NO_COLOR: "", TERM: "xterm", ...env },
    terminal: {
      cols: columns,
      rows: 40,
      data: (_terminal, data) => {
        screen += decoder.decode(data, { stream: true })
      },
      exit: () => haveReadAll(),
    },
  })
  running.add(child)
  return {
    screen: () => screen,
    async waitFor(pattern) {
      const match = await until(
        () => screen.slice(seen).match(pattern) ?? undefined,
        () => `${pattern} is not on the screen:\n${screen}`,
      )
      seen += (match.index ?? 0) + match[0].length
      return match
    },
    type: (text) => void child.terminal?.write(text),
    exit: Promise.all([child.exited, allRead]).then(() => {
      running.delete(child)
      child.terminal?.close()
      return child.exitCode
    }),
  }
}
