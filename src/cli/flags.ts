import { nearest } from "../core/nearest.ts"
import { UsageError } from "./command.ts"

/** What a flag wants after it: a value, nothing, or `true` or `false` if it likes. */
export type Takes = "value" | "nothing" | "truth"

export interface Grammar {
  /** undefined for a flag that does not exist. */
  takes(flag: string): Takes | undefined
  /** All flags, for finding the one that a mistyped one meant. */
  readonly flags: readonly string[]
}

export interface Arguments {
  /** In the order they were given; a flag that takes nothing has no value. */
  readonly flags: readonly { readonly flag: string; readonly value: string | undefined }[]
  /** Everything else, a lone `-` included. */
  readonly words: readonly string[]
}

/** Reads `--flag value`, `--flag=value` and `--flag`; after `--` everything is a word. */
export function readArguments(args: readonly string[], grammar: Grammar): Arguments {
  const flags: { flag: string; value: string | undefined }[] = []
  const words: string[] = []
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? ""
    if (arg === "--") return { flags, words: [...words, ...args.slice(index + 1)] }
    if (!arg.startsWith("-") || arg === "-") {
      words.push(arg)
      continue
    }
    const [, flag = "", attached] = /^--?([^=]+)(?:=(.*))?$/s.exec(arg) ?? []
    const takes = arg.startsWith("--") ? grammar.takes(flag) : undefined
    if (takes === undefined) throw unknownFlag(arg.replace(/=.*$/s, ""), grammar.flags)
    const value = attached ?? following(args[index + 1], takes)
    if (takes === "nothing" && attached !== undefined) throw new UsageError(`--${flag} takes no value.`)
    if (takes === "value" && value === undefined) {
      throw new UsageError(`--${flag} needs a value; one that begins with dashes is written --${flag}=VALUE.`)
    }
    if (attached === undefined && value !== undefined) index++
    flags.push({ flag, value })
  }
  return { flags, words }
}

/** For commands whose flags are few and fixed; a flag that takes nothing has the value "". */
export function readFlags(
  args: readonly string[],
  known: Readonly<Record<string, Takes>>,
): ReadonlyMap<string, string> {
  const takes = new Map(Object.entries(known))
  const { flags, words } = readArguments(args, { takes: (flag) => takes.get(flag), flags: [...takes.keys()] })
  if (words[0] !== undefined) throw new UsageError(`What is ${JSON.stringify(words[0])} for? It belongs to no flag.`)
  const values = new Map<string, string>()
  for (const { flag, value } of flags) {
    if (values.has(flag)) throw new UsageError(`--${flag} is given twice.`)
    values.set(flag, value ?? "")
  }
  return values
}

function following(next: string | undefined, takes: Takes): string | undefined {
  if (next === undefined || takes === "nothing") return undefined
  if (takes === "truth") return /^(true|false|null)$/.test(next) ? next : undefined
  return next.startsWith("--") ? undefined : next
}

function unknownFlag(arg: string, flags: readonly string[]): UsageError {
  const meant = nearest(arg.replace(/^-+/, ""), flags)
  return new UsageError(`There is no flag ${arg}.${meant === undefined ? "" : ` Did you mean --${meant}?`}`)
}
