import { loaders } from "../../operations/loaders.gen.ts"
import { toKebabCase } from "../terminal/text.ts"

/** Also of operations that only browsers call, which have no command. */
const operationNames = Object.keys(loaders)

/** The subject of a group of commands: `Key` in `createKey` for `keys`. */
interface Subject {
  readonly resource: string
  readonly noun: string
  readonly group: string
}

/** Subjects without their own resource in the API. Every other subject is named like its resource. */
const extraSubjects: readonly Subject[] = [
  { resource: "permissions", noun: "Role", group: "roles" },
  { resource: "ratelimit", noun: "Namespace", group: "ratelimits" },
]

/** Resources whose commands have another name. */
const groups: Readonly<Record<string, string>> = { ratelimit: "ratelimits", workspace: "workspaces" }

/** Verbs that people know by another name. A resource with an operation of that name keeps both. */
const verbs: Readonly<Record<string, string>> = { reroll: "rotate", limit: "check", multiLimit: "check-all" }

/** `keys create-key`, made from the name of the operation alone. */
export function longNameOf(operation: string): readonly string[] {
  return operation.split(".").map(toKebabCase)
}

/** `keys create`, which help, completion and examples prefer. */
export function shortNameOf(operation: string): readonly string[] {
  return shortNames.get(operation) ?? longNameOf(operation)
}

/** The subject of an operation, such as `rootKey`; undefined if its name has none. */
export function subjectOf(operation: string): string | undefined {
  const noun = split(operation)?.subject.noun
  return noun && `${noun[0]?.toLowerCase()}${noun.slice(1)}`
}

/** Newer Unkey clients call `rootKeys.createRootKey` by the name `rootKeys.createKey`. The CLI shows only one. */
export function isTwin(operation: string): boolean {
  const [resource = "", method = ""] = operation.split(".")
  const noun = capital(singular(resource))
  const lastWord = /[A-Z][a-z]*$/.exec(noun)?.[0] ?? noun
  const twin = `${resource}.${method.replace(new RegExp(`${lastWord}(?=s?$)`), noun)}`
  return twin !== operation && operationNames.includes(twin)
}

const shortNames = chooseNames(operationNames)

/** Operations on one object get their short name before operations on many. Each name is used once. */
function chooseNames(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const chosen = new Map<string, readonly string[]>()
  const taken = new Set(names.map((name) => longNameOf(name).join(" ")))
  const isPlural = (name: string) => split(name)?.isPlural === true
  const inTurn = [...names.filter((name) => !isPlural(name)), ...names.filter(isPlural)]
  for (const name of inTurn) {
    const words = wordsOf(name, names)
    if (taken.has(words.join(" "))) continue
    taken.add(words.join(" "))
    chosen.set(name, words)
  }
  return chosen
}

function wordsOf(operation: string, names: readonly string[]): readonly string[] {
  const [resource = "", method = ""] = operation.split(".")
  const { subject, verb = method, rest = "" } = split(operation) ?? {}
  const known = verbs[verb]
  const isTaken = known !== undefined && names.includes(operation.replace(`.${verb}`, `.${known}`))
  const said = isTaken ? verb : (known ?? toKebabCase(verb))
  return [
    subject?.group ?? groups[resource] ?? toKebabCase(resource),
    [said, ...(rest === "" ? [] : [toKebabCase(rest)])].join("-"),
  ]
}

/** `setRolePermissions` as set, Role, Permissions. */
function split(operation: string) {
  const [resource = "", method = ""] = operation.split(".")
  const own = { resource, noun: capital(singular(resource)), group: groups[resource] ?? toKebabCase(resource) }
  for (const subject of [...extraSubjects.filter((one) => one.resource === resource), own]) {
    const { noun } = subject
    const [, verb, found, rest] = new RegExp(`^([a-z]+)(${noun}|${plural(noun)})((?:[A-Z].*)?)$`).exec(method) ?? []
    if (verb !== undefined && rest !== undefined) return { subject, verb, rest, isPlural: found !== noun }
  }
  return undefined
}

function singular(resource: string): string {
  return resource.replace(/ies$/, "y").replace(/s$/, "")
}

function plural(noun: string): string {
  return `${noun.replace(/([^aeiou])y$/, "$1ie")}s`
}

function capital(word: string): string {
  return `${word[0]?.toUpperCase()}${word.slice(1)}`
}
