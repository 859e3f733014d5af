import { runCli } from "../../src/cli/cli.ts"

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

interface Run {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  readonly columns?: number
  /** Answers at the terminal, one per question or one for all. Undefined means no terminal. */
  readonly answers?: readonly string[] | ((question: string) => string)
}

/** The program in this process, which is faster than its own. For commands that end on their own. */
export async function runHere(
  args: readonly string[],
  { env = {}, input = "", columns, answers }: Run = {},
): Promise<Ran> {
  let [stdout, stderr] = ["", ""]
  const remaining = typeof answers === "function" ? [] : [...(answers ?? [])]
  const ask = async (question: string) => {
    stderr += `${question}\n`
    return typeof answers === "function" ? answers(question) : remaining.shift()
  }
  const code = await runCli({
    args,
    environment: env,
    output: {
      isTerminal: columns !== undefined,
      isErrorTerminal: false,
      columns,
      print: (text) => {
        stdout += `${text}\n`
      },
      error: (text) => {
        stderr += `${text}\n`
      },
      paint: (_style, text) => text,
      showStatus: undefined,
      whenUnread: () => {},
    },
    now: Date.now,
    readInput: async () => input,
    prompt: answers && { ask, askSecret: ask },
  })
  return { code, stdout, stderr: withoutProgress(stderr) }
}

/** Long work says every two seconds how far it is. On a slow machine, the work of a test is long too. */
export function withoutProgress(stderr: string): string {
  return stderr.replaceAll(/^[\d,]+ (of [\d,]+ )?.+ …\n/gm, "")
}
