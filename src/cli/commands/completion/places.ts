import type { Command } from "../../command.ts"
import type { Takes } from "../../flags.ts"

/** A place on the command line, told by the words before it, and what may stand there. */
export interface Place {
  /** `keys` after `keyward keys`; empty after `keyward`. Several where a command has several names. */
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
  readonly takes: Takes
  /** Empty where nobody can know them beforehand: then files are offered. */
  readonly values: readonly string[]
}

/** Everything that a shell can complete, made from the declarations of the commands. */
export function placesOf(commands: readonly Command[]): readonly Place[] {
  const firstWords = beginningsOf(commands)
  const groups = [...new Set(commands.filter(({ words }) => words.length > 1).map(({ words }) => words[0] ?? ""))]
  const inGroups = groups.map((group) => ({
    paths: [group],
    words: wordsAfter(group, commands),
    flags: flagsOfOnly(group, commands),
  }))
  const help = { word: "help", about: "Explain a command." }
  return [
    { paths: [""], words: [...firstWords, help], flags: [] },
    { paths: ["help"], words: firstWords, flags: [] },
    // Before their groups, whose places a shell would find them in too.
    ...commands.map(placeAfter),
    ...inGroups.flatMap((place) => [place, { ...place, paths: place.paths.map((path) => `help ${path}`), flags: [] }]),
  ]
}

/** `keys` is completed once for all that begins with it. */
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

/** A group with one command need not name it: `keyward events --watch`. */
function flagsOfOnly(group: string, commands: readonly Command[]): readonly Flag[] {
  const [only, ...more] = commands.filter(({ words }) => words.length > 1 && words[0] === group)
  return only === undefined || more.length > 0 ? [] : placeAfter(only).flags
}

function placeAfter({ words, aliases = [], flags = {}, choices = {} }: Command): Place {
  const values = (flag: string, takes: Takes) => choices[flag] ?? (takes === "truth" ? ["true", "false"] : [])
  return {
    paths: [words, ...aliases].map((name) => name.join(" ")),
    words: (choices[""] ?? []).map((word) => ({ word, about: "" })),
    flags: [
      ...Object.entries(flags).map(([flag, takes]) => ({ flag, takes, values: values(flag, takes).filter(isPlain) })),
      { flag: "help", takes: "nothing", values: [] },
    ],
  }
}

/** What a shell would look inside is left for people to type. */
function isPlain(value: string): boolean {
  return /^[\w.,:/@%+-]+$/.test(value)
}
