/** A statement of a text that PostgreSQL runs in one go. Its values are literals. */
export interface TextStatement {
  readonly sql: string
  readonly values: readonly string[]
}

/** Knows what each connection has prepared, because PostgreSQL plans the statements of a text anew each time. */
export interface PreparedTexts {
  /**
   * Sends the statements as one text to the connection with this process id, which must be the one that `send` uses.
   * Without the id they are planned anew.
   */
  run<T>(pid: number | undefined, statements: readonly TextStatement[], send: (text: string) => Promise<T>): Promise<T>
}

/** Statements beyond this are sent as they are, because a connection keeps its prepared ones for ever. */
const mostPerConnection = 300

export function createPreparedTexts(): PreparedTexts {
  const namesOf = new Map<number, Map<string, string>>()
  // Names differ between nodes, because a pooler may give them the same connection.
  const prefix = `keyward_${crypto.randomUUID().replaceAll("-", "")}`
  let named = 0

  const textOf = (names: Map<string, string> | undefined, { sql, values }: TextStatement): string => {
    if (values.length === 0) return sql
    const known = names?.get(sql)
    if (known !== undefined) return `execute ${known}(${values.join(", ")})`
    if (names === undefined || names.size >= mostPerConnection) return withValues(sql, values)
    named += 1
    const name = `${prefix}_${named}`
    names.set(sql, name)
    return `prepare ${name} as ${sql}; execute ${name}(${values.join(", ")})`
  }

  return {
    async run(pid, statements, send) {
      const names = pid === undefined ? undefined : (namesOf.get(pid) ?? new Map<string, string>())
      // A text that fails may have prepared only some of its statements, and the connection may be lost.
      if (pid !== undefined) namesOf.delete(pid)
      const result = await send(statements.map((statement) => textOf(names, statement)).join(";\n"))
      if (pid !== undefined && names !== undefined) namesOf.set(pid, names)
      return result
    },
  }
}

function withValues(sql: string, values: readonly string[]): string {
  return sql.replace(/\$(\d+)/g, (_, number: string) => values[Number(number) - 1] ?? "null")
}
