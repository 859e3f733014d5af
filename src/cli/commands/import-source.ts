import { resolve } from "node:path"
import type { ForeignDatabase } from "../../offline/import-foreign.ts"
import type { Invocation } from "../command.ts"
import { UsageError } from "../failure.ts"

/** `sqlite:FILE`, `postgres://…`, or `env:NAME` for a variable with either, which keeps passwords out of the process list. */
export function foreignDatabase({ environment }: Pick<Invocation, "environment">, text: string): ForeignDatabase {
  const [, variable] = /^env:(\w+)$/.exec(text) ?? []
  const place = variable === undefined ? text : environment[variable]
  if (place === undefined || place === "") throw new UsageError(`The environment variable ${variable} is not set.`)
  const [, path] = /^sqlite:(?:\/\/)?(.+)$/.exec(place) ?? []
  if (path !== undefined) return { type: "sqlite", path: resolve(path) }
  if (/^postgres(ql)?:\/\//.test(place) && URL.canParse(place)) return { type: "postgres", url: place }
  throw new UsageError("--source must be sqlite:FILE or an address postgres://user:password@host:port/database.")
}
