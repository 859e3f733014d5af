import type { Operation } from "../../src/operations/operation.ts"
import { keyOperations, methodName } from "../client/operation-facts.ts"
import { pascalCase } from "../clients/names.ts"

const initialisms = new Map([
  ["api", "API"],
  ["apis", "APIs"],
  ["cpu", "CPU"],
  ["id", "ID"],
  ["ids", "IDs"],
  ["ip", "IP"],
  ["sha256", "SHA256"],
  ["url", "URL"],
])

/** `refillDay` and `REFILL_DAY` are `RefillDay`, `keyId` is `KeyID`, and `limits/quota_exceeded` is `LimitsQuotaExceeded`. */
export function goName(wireName: string): string {
  const words = wireName.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []
  return words
    .map((word) => initialisms.get(word.toLowerCase()) ?? pascalCase(/[a-z]/.test(word) ? word : word.toLowerCase()))
    .join("")
}

/** `RootKeysService` */
export function serviceName(resource: string): string {
  return `${goName(resource)}Service`
}

/** Types of methods whose name several resources have begin with the resource, except those of keys. */
export function operationName(operation: Operation): string {
  const method = methodName(operation)
  const isShared = keyOperations.some((other) => other !== operation && methodName(other) === method)
  return goName(isShared && !operation.name.startsWith("keys.") ? operation.name : method)
}

/** Descriptions name fields and operations as they are on the wire: `refillDay`, `keys.updateKey`. */
export function goWords(text: string): string {
  return text
    .replace(/`?\b([a-z]+[A-Za-z]*\.[a-z]+[A-Za-z]*)\b`?/g, (name, operation: string) =>
      operationNames.has(operation) ? linkTo(operation) : name,
    )
    .replace(/`pagination\.(\w+)`/g, (_, name: string) => `[Pagination.${goName(name)}]`)
    .replace(/`([a-z]\w*[A-Z]\w*)`/g, (_, name: string) => goName(name))
    .replace(/\b([Ii])d(s?)\b(?!`)/g, "ID$2")
}

/** `[KeysService.UpdateKey]`, which the documentation shows as a link. */
export function linkTo(operation: string): string {
  const [resource = "", method = ""] = operation.split(".")
  return `[${serviceName(resource)}.${goName(method)}]`
}

const operationNames: ReadonlySet<string> = new Set(keyOperations.map(({ name }) => name))

/** The verbs with which summaries begin, and others that follow after a comma or "or". */
const verbs: ReadonlySet<string> = new Set([
  ...keyOperations.map(({ summary }) => summary.slice(0, summary.search(/\W/)).toLowerCase()),
  ...["choose", "decrease", "increase", "move", "return"],
])

/** "Show a key, or revoke it. It stays." is "shows a key, or revokes it. It stays.", for a comment that begins with a name. */
export function thirdPerson(summary: string): string {
  const [, first = "", rest = ""] = /^(.*?[.:?](?= |$))(.*)$/s.exec(summary) ?? []
  const sentence = first.charAt(0).toLowerCase() + first.slice(1)
  const conjugated = sentence.replace(/(^|, and |, or |, | or )([a-z]+)\b/g, (whole, before: string, verb: string) =>
    verbs.has(verb) ? before + conjugate(verb) : whole,
  )
  return conjugated + rest
}

function conjugate(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return verb.replace(/y$/, "ies")
  return /(s|x|sh|ch|o)$/.test(verb) ? `${verb}es` : `${verb}s`
}
