import { isOutdatedPlan } from "./outdated-plans.ts"

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

/** Statements beyond this are planned anew, because a connection keeps its prepared ones for ever. */
const mostPerConnection = 300

/** Many more than a node has at a time. Lost connections are never removed, because nothing says that they are lost. */
const mostConnections = 1_000

export function createPreparedTexts(): PreparedTexts {
  const namesOf = new Map<number, Map<string, string>>()
  // Names differ between nodes, because a pooler may give them the same connection.
  const prefix = `keyward_${crypto.randomUUID().replaceAll("-", "")}`
  let named = 0

  const knownNames = (pid: number): Map<string, string> => {
    if (namesOf.size >= mostConnections) namesOf.clear()
    const names = namesOf.get(pid) ?? new Map<string, string>()
    namesOf.set(pid, names)
    return names
  }
  /** They are prepared in a text of their own, so that they are known whatever becomes of the statements. */
  const prepareNew = async (
    names: Map<string, string>,
    statements: readonly TextStatement[],
    send: (text: string) => Promise<unknown>,
  ) => {
    const added = new Map<string, string>()
    for (const { sql, values } of statements) {
      if (values.length === 0 || names.has(sql) || names.size + added.size >= mostPerConnection) continue
      named += 1
      added.set(sql, `${prefix}_${named}`)
    }
    if (added.size === 0) return
    await send([...added].map(([sql, name]) => `prepare ${name} as ${sql}`).join(";\n"))
    for (const [sql, name] of added) names.set(sql, name)
  }

  return {
    async run(pid, statements, send) {
      const names = pid === undefined ? new Map<string, string>() : knownNames(pid)
      if (pid !== undefined) await prepareNew(names, statements, send)
      try {
        return await send(statements.map((statement) => textOf(names, statement)).join(";\n"))
      } catch (error) {
        if (pid !== undefined && isOutdatedPlan(error)) namesOf.delete(pid)
        throw error
      }
    },
  }
}

function textOf(names: ReadonlyMap<string, string>, { sql, values }: TextStatement): string {
  if (values.length === 0) return sql
  const name = names.get(sql)
  return name === undefined ? withValues(sql, values) : `execute ${name}(${values.join(", ")})`
}

function withValues(sql: string, values: readonly string[]): string {
  return sql.replace(/\$(\d+)/g, (_, number: string) => values[Number(number) - 1] ?? "null")
}
