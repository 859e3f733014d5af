/** The service and the model disagree. */
export class Divergence extends Error {
  constructor(what: string, actual: unknown, expected: unknown) {
    super([what, ...differences("", actual, expected)].join("\n  "))
    this.name = "Divergence"
  }
}

export function agree(what: string, actual: unknown, expected: unknown): void {
  if (!Bun.deepEquals(actual, expected, true)) throw new Divergence(what, actual, expected)
}

function differences(path: string, actual: unknown, expected: unknown): string[] {
  if (Bun.deepEquals(actual, expected, true)) return []
  if (!isObject(actual) || !isObject(expected)) {
    return [`${path || "all"}: service ${JSON.stringify(actual)}, model ${JSON.stringify(expected)}`]
  }
  const members = new Set([...Object.keys(actual), ...Object.keys(expected)])
  return [...members].flatMap((member) => differences(`${path}.${member}`, actual[member], expected[member]))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null
}

/** An object as JSON: without the fields that are undefined. */
export function compact(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
