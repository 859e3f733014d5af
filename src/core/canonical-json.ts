/**
 * Writes a JSON value so that equal values give equal text, whatever the order of their members. They are sorted as
 * they are written, the quotes and escapes of their names included: kept hashes are built on that, so it stays.
 */
export function canonicalJson(value: unknown): string {
  return written(value, { membersOf: sortedMembers, refuse: () => {} })
}

/** The same in turns with other requests, for a value of up to a megabyte whose parts two levels down are small. */
export async function canonicalJsonInTurns(value: unknown, turnEnds: () => Promise<void> | undefined): Promise<string> {
  const write = async (part: unknown, levels: number): Promise<string> => {
    if (levels === 0 || typeof part !== "object" || part === null) return canonicalJson(part)
    const texts: string[] = []
    const isArray = Array.isArray(part)
    for (const [name, member] of Object.entries(part)) {
      const text = await write(member, levels - 1)
      texts.push(isArray ? text : `${JSON.stringify(name)}:${text}`)
      await turnEnds()
    }
    return isArray ? `[${texts.join(",")}]` : `{${texts.sort().join(",")}}`
  }
  return write(value, 2)
}

/** The canonical JSON of RFC 8785, which others can build too: names are sorted by their UTF-16 code units. */
export function rfc8785Json(value: unknown): string {
  return written(value, { membersOf: membersByName, refuse: refuseWhatRfc8785Refuses })
}

type Member = readonly [name: string, value: unknown]

interface Form {
  membersOf(value: object, textOf: (member: Member) => string): readonly string[]
  /** Throws for a number or a string that the form cannot write. */
  refuse(leaf: number | string): void
}

function written(value: unknown, form: Form): string {
  if (typeof value === "number") {
    form.refuse(value)
    // Not JSON.stringify: it writes the Infinity that a parsed 1e400 becomes as null.
    return String(value)
  }
  if (typeof value === "string") {
    form.refuse(value)
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map((item) => written(item, form)).join(",")}]`
  if (value === null || typeof value === "boolean") return JSON.stringify(value)
  if (typeof value !== "object") throw new TypeError(`A JSON value cannot hold a ${typeof value}.`)
  const members = form.membersOf(value, ([name, member]) => `${written(name, form)}:${written(member, form)}`)
  return `{${members.join(",")}}`
}

function sortedMembers(value: object, textOf: (member: Member) => string): readonly string[] {
  return Object.entries(value).map(textOf).sort()
}

function membersByName(value: object, textOf: (member: Member) => string): readonly string[] {
  const members: readonly Member[] = Object.entries(value)
  return members.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(textOf)
}

function refuseWhatRfc8785Refuses(leaf: number | string): void {
  if (typeof leaf === "number" && !Number.isFinite(leaf))
    throw new TypeError("RFC 8785 cannot write an infinite number.")
  if (typeof leaf === "string" && !leaf.isWellFormed()) throw new TypeError("RFC 8785 cannot write half a character.")
}
