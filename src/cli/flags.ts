import { nearest } from "../core/nearest.ts"
import { UsageError } from "./failure.ts"

/** What follows a flag: a value, nothing, or optionally `true` or `false`. Only `values` may be repeated. */
export type FlagValue = "value" | "values" | "nothing" | "truth"

export type FlagsOf = Readonly<Record<string, FlagValue>>

export interface Grammar {
  /** undefined for a flag that does not exist. */
  find(flag: string): KnownFlag | undefined
  /** All flags, for suggesting the nearest one to a mistyped flag. */
  readonly flags: readonly string[]
}

interface KnownFlag {
  /** The same for every spelling of it. */
  readonly name: string
  readonly takes: FlagValue
}

interface GivenFlag {
  readonly flag: string
  /** Absent for a flag that takes nothing. */
  readonly value: string | undefined
}

export interface Arguments {
  /** In the order they were given. */
  readonly flags: readonly GivenFlag[]
  /** Everything else, a lone `-` included. */
  readonly words: readonly string[]
}

/** Reads `--flag value`, `--flag=value`, `--flag` and `-o value`; after `--` everything is a word. */
export function readArguments(args: readonly string[], grammar: Grammar): Arguments {
  const flags: GivenFlag[] = []
  const words: string[] = []
  const seen = new Set<string>()
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? ""
    if (arg === "--") return { flags, words: [...words, ...args.slice(index + 1)] }
    if (!arg.startsWith("-") || arg === "-") {
      words.push(arg)
      continue
    }
    const { known, flag, attached } = readFlag(arg, grammar)
    const value = attached ?? following(args[index + 1], known.takes)
    if (value === undefined && (known.takes === "value" || known.takes === "values")) {
      throw new UsageError(`--${flag} needs a value. Write --${flag}=VALUE if the value begins with dashes.`)
    }
    if (seen.has(known.name) && known.takes !== "values") throw repeated(known.name)
    seen.add(known.name)
    if (attached === undefined && value !== undefined) index++
    flags.push({ flag, value })
  }
  return { flags, words }
}

/** For commands whose flags are few and fixed; a flag that takes nothing has the value "". */
export function readFixed(args: readonly string[], known: FlagsOf) {
  const takes = new Map(Object.entries(known))
  const find = (flag: string) => {
    const wanted = takes.get(flag)
    return wanted && { name: flag, takes: wanted }
  }
  const { flags, words } = readArguments(args, { find, flags: [...takes.keys()] })
  const given: ReadonlyMap<string, string> = new Map(flags.map(({ flag, value }) => [flag, value ?? ""]))
  return { given, words, flags }
}

/** The same for commands without arguments. */
export function readFlags(args: readonly string[], known: FlagsOf): ReadonlyMap<string, string> {
  const { given, words } = readFixed(args, known)
  if (words[0] !== undefined) throw unexpected(words[0])
  return given
}

export function unexpected(word: string): UsageError {
  return new UsageError(`Unexpected argument ${JSON.stringify(word)}.`)
}

export function repeated(flag: string): UsageError {
  return new UsageError(`--${flag} is given more than once. Give it once.`)
}

/** The long names of flags with one letter. */
const letters: Readonly<Record<string, string>> = { o: "output" }

function readFlag(arg: string, grammar: Grammar) {
  const [, letter = "", rest = ""] = /^-([a-z])(.*)$/s.exec(arg) ?? []
  const long = letters[letter]
  const spelled = long === undefined ? arg : `--${long}${rest.replace(/^(?!=)(?=.)/s, "=")}`
  const [, flag = "", attached] = /^--([^=]+)(?:=(.*))?$/s.exec(spelled) ?? []
  const known = grammar.find(flag)
  if (known === undefined) throw unknownFlag(arg.replace(/=.*$/s, ""), grammar.flags)
  if (known.takes === "nothing" && attached !== undefined) throw new UsageError(`--${flag} takes no value.`)
  return { known, flag, attached }
}

function following(next: string | undefined, takes: FlagValue): string | undefined {
  if (next === undefined || takes === "nothing") return undefined
  if (takes === "truth") return /^(true|false|null)$/.test(next) ? next : undefined
  return next.startsWith("--") ? undefined : next
}

function unknownFlag(arg: string, flags: readonly string[]): UsageError {
  const meant = nearest(arg.replace(/^-+/, ""), flags)
  return new UsageError(`There is no flag ${arg}.${meant === undefined ? "" : ` Did you mean --${meant}?`}`)
}
