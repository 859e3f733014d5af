import { type Command, impliedIn } from "../../command.ts"
import type { FlagValue } from "../../flags.ts"

/** The completions after certain words of the command line. */
export interface CompletionContext {
  /** `keys` after `keyward keys`; empty after `keyward`. A command with aliases has several paths. */
  readonly paths: readonly string[]
  readonly words: readonly Word[]
  readonly flags: readonly Flag[]
}

export interface Word {
  readonly word: string
  readonly about: string
}

export interface Flag {
  readonly flag: string
  readonly takes: FlagValue
  /** Empty if the values are unknown; the shell then completes files. */
  readonly values: readonly string[]
}

/** Everything that a shell can complete, derived from the command declarations. */
export function completionContexts(commands: readonly Command[]): readonly CompletionContext[] {
  const firstWords = beginningsOf(commands)
  const groups = [...new Set(commands.filter(({ words }) => words.length > 1).map(({ words }) => words[0] ?? ""))]
  const inGroups = groups.map((group) => ({
    paths: [group],
    words: wordsAfter(group, commands),
    flags: flagsOfImplied(group, commands),
  }))
  const help = { word: "help", about: "Explain a command." }
  return [
    { paths: [""], words: [...firstWords, help], flags: [] },
    { paths: ["help"], words: firstWords, flags: [] },
    // Commands come before their groups, because a shell would also match the group.
    ...commands.map(contextAfter),
    ...inGroups.flatMap((place) => [place, { ...place, paths: place.paths.map((path) => `help ${path}`), flags: [] }]),
  ]
}

/** `keys` is completed once for all commands that start with it. */
function beginningsOf(commands: readonly Command[]): readonly Word[] {
  const words = new Map<string, string>()
  for (const {
    words: [first = "", ...others],
    summary,
  } of commands) {
    if (!words.has(first)) words.set(first, others.length === 0 ? summary : `Commands about ${first}.`)
  }
  return [...words].map(([word, about]) => ({ word, about }))
}

function wordsAfter(group: string, commands: readonly Command[]): readonly Word[] {
  return commands
    .filter(({ words, isUnlisted }) => words.length > 1 && words[0] === group && !isUnlisted)
    .map(({ words, summary }) => ({ word: words.slice(1).join(" "), about: summary }))
}

function flagsOfImplied(group: string, commands: readonly Command[]): readonly Flag[] {
  const implied = impliedIn(commands.filter(({ words }) => words.length > 1 && words[0] === group))
  return implied === undefined ? [] : contextAfter(implied).flags
}

function contextAfter({ words, aliases = [], flags = {}, choices = {} }: Command): CompletionContext {
  const values = (flag: string, takes: FlagValue) => choices[flag] ?? (takes === "truth" ? ["true", "false"] : [])
  return {
    paths: [words, ...aliases].map((name) => name.join(" ")),
    words: (choices[""] ?? []).map((word) => ({ word, about: "" })),
    flags: [
      ...Object.entries(flags).map(([flag, takes]) => ({ flag, takes, values: values(flag, takes).filter(isPlain) })),
      { flag: "help", takes: "nothing", values: [] },
    ],
  }
}

/** Leaves out values that a shell would expand. */
function isPlain(value: string): boolean {
  return /^[\w.,:/@%+-]+$/.test(value)
}
