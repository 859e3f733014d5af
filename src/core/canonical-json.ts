/**
 * Writes equal JSON values as equal text, whatever the order of their fields. Fields are sorted by their quoted and
 * escaped names: stored hashes depend on this order.
 */
export function canonicalJson(value: unknown): string {
  return written(value, { fieldsOf: sortedFields, reject: () => {} })
}

/** The same, but pauses for other requests. Fits values of up to a megabyte whose parts two levels down are small. */
export async function canonicalJsonInTurns(value: unknown, turnEnds: () => Promise<void> | undefined): Promise<string> {
  const write = async (part: unknown, levels: number): Promise<string> => {
    if (levels === 0 || typeof part !== "object" || part === null) return canonicalJson(part)
    const texts: string[] = []
    const isArray = Array.isArray(part)
    for (const [name, field] of Object.entries(part)) {
      const text = await write(field, levels - 1)
      texts.push(isArray ? text : `${JSON.stringify(name)}:${text}`)
      await turnEnds()
    }
    return isArray ? `[${texts.join(",")}]` : `{${texts.sort().join(",")}}`
  }
  return write(value, 2)
}

/** Canonical JSON by RFC 8785, which other programs can reproduce. Names are sorted by their UTF-16 code units. */
export function rfc8785Json(value: unknown): string {
  return written(value, { fieldsOf: fieldsByName, reject: rejectNonRfc8785 })
}

type Field = readonly [name: string, value: unknown]

interface Form {
  fieldsOf(value: object, textOf: (field: Field) => string): readonly string[]
  /** Throws for a number or a string that has no canonical form. */
  reject(leaf: number | string): void
}

function written(value: unknown, form: Form): string {
  if (typeof value === "number") {
    form.reject(value)
    // JSON.stringify would write the Infinity of a parsed 1e400 as null.
    return String(value)
  }
  if (typeof value === "string") {
    form.reject(value)
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map((item) => written(item, form)).join(",")}]`
  if (value === null || typeof value === "boolean") return JSON.stringify(value)
  if (typeof value !== "object") throw new TypeError(`A JSON value cannot hold a ${typeof value}.`)
  const fields = form.fieldsOf(value, ([name, field]) => `${written(name, form)}:${written(field, form)}`)
  return `{${fields.join(",")}}`
}

function sortedFields(value: object, textOf: (field: Field) => string): readonly string[] {
  return Object.entries(value).map(textOf).sort()
}

function fieldsByName(value: object, textOf: (field: Field) => string): readonly string[] {
  const fields: readonly Field[] = Object.entries(value)
  return fields.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(textOf)
}

function rejectNonRfc8785(leaf: number | string): void {
  if (typeof leaf === "number" && !Number.isFinite(leaf))
    throw new TypeError("RFC 8785 cannot write an infinite number.")
  if (typeof leaf === "string" && !leaf.isWellFormed())
    throw new TypeError("RFC 8785 cannot write an unpaired surrogate.")
}
