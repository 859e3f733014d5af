import { exampleWords } from "../src/cli/operation/example.ts"
import { operationCalls } from "../src/cli/operation/operation-calls.ts"

/** The command lines of the reference. They are those of `--help`, which the service must not import from the CLI. */
export function commandSamples(): string {
  const samples = operationCalls
    .filter(({ sends }) => Object.keys(sends).length === 0)
    .map((call) => `  ${JSON.stringify(call.operation.name)}: ${JSON.stringify(lineOf(exampleWords(call)))},\n`)
  return `// Written by scripts/generate.ts. Do not edit.

/** A command line per operation that a program can call. */
export const commands: Readonly<Record<string, string>> = {
${samples.join("")}}
`
}

const longestLine = 72

function lineOf(words: readonly string[]): string {
  const line = words.join(" ")
  return line.length > longestLine ? words.join(" \\\n  ") : line
}
