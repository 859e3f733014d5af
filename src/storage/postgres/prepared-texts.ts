import { isOutdatedPlan } from "./outdated-plans.ts"

/** A statement of a text that PostgreSQL runs in one go. Its values are literals. */
export interface TextStatement {
  readonly sql: string
  readonly values: readonly string[]
}

/** Knows what each connection has prepared. PostgreSQL plans other statements of a text each time it runs them. */
export interface PreparedTexts {
  /**
   * Sends the statements as one text to the connection with this process id, which must be the one that `send` uses.
   * Before that, it prepares those that the connection does not know. It prepares none without the id, or if the server
   * has discarded them often.
   */
  run<T>(pid: number | undefined, statements: readonly TextStatement[], send: (text: string) => Promise<T>): Promise<T>
}

/** Further statements are not prepared, because a connection keeps prepared ones until it closes. */
const mostPerConnection = 300

/** A pooler that gives each transaction another connection would make it prepare them over and over. */
const mostDiscarded = 20

/** Many more than a node has at a time. Lost connections are never removed, because nothing says that they are lost. */
const mostConnections = 1_000

export function createPreparedTexts(): PreparedTexts {
  const namesOf = new Map<number, Map<string, string>>()
  // Names differ between nodes, because a pooler may give them the same connection.
  const prefix = `keyward_${crypto.randomUUID().replaceAll("-", "")}`
  let named = 0
  let discarded = 0

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
      if (pid === undefined || discarded >= mostDiscarded) return send(textOf(statements))
      const names = knownNames(pid)
      await prepareNew(names, statements, send)
      try {
        return await send(textOf(statements, names))
      } catch (error) {
        if (isOutdatedPlan(error)) {
          namesOf.delete(pid)
          discarded += 1
        }
        throw error
      }
    },
  }
}

function textOf(statements: readonly TextStatement[], names: ReadonlyMap<string, string> = new Map()): string {
  const texts = statements.map(({ sql, values }) => {
    const name = names.get(sql)
    return name === undefined ? withValues(sql, values) : `execute ${name}(${values.join(", ")})`
  })
  return texts.join(";\n")
}

function withValues(sql: string, values: readonly string[]): string {
  if (values.length === 0) return sql
  return sql.replace(/\$(\d+)/g, (_, number: string) => values[Number(number) - 1] ?? "null")
}
