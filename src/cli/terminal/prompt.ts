import { createInterface } from "node:readline"
import { Writable } from "node:stream"
import type { Prompt } from "./output.ts"

/** A prompt on the terminal. Questions go to standard error, so that they do not mix with the output. */
export function terminalPrompt(): Prompt | undefined {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return undefined
  return { ask: (question) => ask(question, process.stderr), askSecret }
}

async function askSecret(question: string): Promise<string | undefined> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  // From here on, the terminal does not echo.
  const answering = ask("", nowhere)
  process.stderr.write(question)
  const answer = await answering
  process.stderr.write("\n")
  return answer
}

/** In terminal mode, readline reads every key itself, so the terminal shows only what goes to `shown`. */
function ask(question: string, shown: NodeJS.WritableStream): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const lines = createInterface({ input: process.stdin, output: shown, terminal: true, historySize: 0 })
  lines.on("SIGINT", () => lines.close())
  lines.on("close", () => resolve(undefined))
  lines.question(question, (answer) => {
    resolve(answer.trim())
    lines.close()
  })
  return promise
}
