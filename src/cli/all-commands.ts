import { nearest } from "../core/nearest.ts"
import { redactMintedKeys } from "../core/redact-keys.ts"
import { type Command, type Invocation, impliedIn } from "./command.ts"
import { completionCommand } from "./commands/completion/completion.ts"
import { UsageError } from "./failure.ts"
import { operationCalls } from "./operation/operation-calls.ts"
import { operationCommand } from "./operation/operation-command.ts"
import { groupOverview, overview, wayIn } from "./overview.ts"
import { loadProgramCommands } from "./program-commands.ts"
import { runCommand, splitName } from "./run-command.ts"
import { toKebabCase } from "./terminal/text.ts"

export const programCommands: readonly Command[] = [...(await loadProgramCommands()), completionCommand(() => commands)]
export const operationCommands: readonly Command[] = operationCalls.map(operationCommand)
const commands: readonly Command[] = [...programCommands, ...operationCommands]

interface Said {
  /** The arguments of the program without a `help` before them. */
  readonly args: readonly string[]
  readonly isHelp: boolean
}

/** Runs the command that these words begin with. */
export async function runAnyCommand(invocation: Invocation, { args, isHelp }: Said): Promise<number> {
  const { output } = invocation
  if (args.length === 0) {
    output.print(isHelp ? overview({ programCommands, operationCommands }) : wayIn)
    return 0
  }
  const { command, group, rest } = find(args)
  if (command === undefined) return explain(invocation, args, group)
  return runCommand(command, { ...invocation, args: rest }, isHelp)
}

/** `keys createKey`, `keys.createKey` and `keys create` are the same. The longest name that fits wins. */
function find(args: readonly string[]) {
  const split = splitName(args)
  const said = split.map(toKebabCase)
  const fitting = commands
    .flatMap((command) => namesOf(command).map((words) => ({ command, words })))
    .filter(({ words }) => words.every((word, index) => word === said[index]))
    .sort((one, other) => other.words.length - one.words.length)
  const [found] = fitting
  const group = groupNamed(said[0] ?? "")
  const isImplied = split[1] === undefined ? isOneList(group) : /^-(?!-?h(elp)?$)/.test(split[1])
  const implied = isImplied ? impliedIn(group) : undefined
  if (found === undefined && implied !== undefined) return { command: implied, group, rest: split.slice(1) }
  return { command: found?.command, group, rest: split.slice(found?.words.length ?? 0) }
}

/** `keyward nodes` can only mean the list. */
function isOneList(group: readonly Command[]): boolean {
  return group.length === 1 && group[0]?.words[1] === "list"
}

/** The commands that begin with this word, or with the long name of a group. */
function groupNamed(word: string): readonly Command[] {
  const beginsWith = (words: readonly string[]) => words.length > 1 && words[0] === word
  const group = commands.filter(({ words }) => beginsWith(words))
  return group.length > 0 ? group : commands.filter(({ aliases = [] }) => aliases.some(beginsWith))
}

/** A group without a command lists its commands; an unknown word suggests the nearest command. */
function explain({ output }: Invocation, args: readonly string[], group: readonly Command[]): number {
  const [first = "", second] = args
  if (group.length > 0 && (second === undefined || second.startsWith("-"))) {
    output.print(groupOverview(group))
    return 0
  }
  // First of all, because a key typed by mistake is not recognized after its case changes.
  const typed = redactMintedKeys(first)
  const said = group.length > 0 ? `${toKebabCase(typed)} ${second}` : typed
  const meant = nearestCommand(args, group)
  const help = group.length > 0 ? `keyward ${toKebabCase(first)} --help` : "keyward --help"
  throw new UsageError(
    `There is no command ${JSON.stringify(said)}.${meant === undefined ? "" : ` Did you mean \`keyward ${meant}\`?`} \`${help}\` lists all commands.`,
  )
}

/** Also finds an operation whose group was left out. */
function nearestCommand([first = "", second = ""]: readonly string[], group: readonly Command[]): string | undefined {
  if (group.length > 0) return nearestOf(second, group)
  const beginnings = [...new Set(commands.map(({ words }) => words[0] ?? "")), "help"]
  return nearest(toKebabCase(first), beginnings) ?? nearestOf(first, operationCommands)
}

/** Compares the last word of every name of a command. */
function nearestOf(said: string, group: readonly Command[]): string | undefined {
  const among = group.filter(({ isUnlisted }) => !isUnlisted)
  const lastWords = (command: Command) => namesOf(command).map((words) => words.at(-1) ?? "")
  const word = nearest(toKebabCase(said), among.flatMap(lastWords))
  return word && among.find((command) => lastWords(command).includes(word))?.words.join(" ")
}

function namesOf({ words, aliases = [] }: Command): readonly (readonly string[])[] {
  return [words, ...aliases]
}
