import { exampleWords } from "../../src/cli/operation/example.ts"
import { operationCalls } from "../../src/cli/operation/operation-calls.ts"

/** A command line per operation. They are those of `--help`, which the service must not import from the CLI. */
export function commandLines(): Readonly<Record<string, string>> {
  const calls = operationCalls.filter(({ sends }) => Object.keys(sends).length === 0)
  return Object.fromEntries(calls.map((call) => [call.operation.name, lineOf(exampleWords(call))]))
}

const longestLine = 72

function lineOf(words: readonly string[]): string {
  const line = words.join(" ")
  return line.length > longestLine ? words.join(" \\\n  ") : line
}
