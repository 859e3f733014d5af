import { keyOperations } from "../client/operation-facts.ts"

/** The words that Python reserves, among those that a field could be named. */
const reserved = new Set(
  "and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
)

/** `refillDay` is `refill_day`, and `from` is `from_`. Fails if the client could not turn the name back. */
export function pythonName(wireName: string): string {
  const name = snakeCase(wireName)
  if (name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) !== wireName) {
    throw new Error(`The Python client cannot turn ${name} back into ${wireName}: rename the field.`)
  }
  return reserved.has(name) ? `${name}_` : name
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Descriptions name fields and operations as they are on the wire: `refillDay`, `keys.updateKey`. */
export function pythonWords(text: string): string {
  return text
    .replace(/`([a-z]\w*[A-Z]\w*|[a-zA-Z]+\.[a-z]\w*[A-Z]\w*)`/g, (_, name: string) => `\`${snakeCase(name)}\``)
    .replace(/\b([a-z]+[A-Za-z]*)\.([a-z]+[A-Z]\w*)\b/g, (name) => (operationNames.has(name) ? snakeCase(name) : name))
}

const operationNames: ReadonlySet<string> = new Set(keyOperations.map(({ name }) => name))
