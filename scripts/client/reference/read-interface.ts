import { readFileSync } from "node:fs"
import { join } from "node:path"

export interface Field {
  readonly name: string
  readonly type: string
  readonly isOptional: boolean
  readonly description: string
}

const folder = join(import.meta.dir, "..", "..", "..", "sdk", "src")

/**
 * The fields of an interface or class of the client, with their comments. Fails if a field has no comment, unless it is
 * always undefined.
 */
export function readInterface(file: string, name: string): readonly Field[] {
  const source = readFileSync(join(folder, file), "utf8")
  const [, body = ""] =
    new RegExp(`^(?:export )?(?:interface|class) ${name}\\b[^{]*\\{\\n([\\s\\S]*?)^\\}`, "m").exec(source) ?? []
  const pattern = /^ {2}\/\*\*([\s\S]*?)\*\/\n {2}readonly (\w+)(\??): (.+)$/gm
  const fields = [...body.matchAll(pattern)].map(([, comment = "", field = "", mark, type = ""]) => ({
    name: field,
    type: plainType(type),
    isOptional: mark === "?" || / \| undefined$/.test(type),
    description: textOf(comment),
  }))
  const declared = [...body.matchAll(/^ {2}readonly (\w+)\b(?!\??: undefined$)/gm)].map(([, field]) => field)
  const undescribed = declared.filter((one) => !fields.some(({ name }) => name === one))
  if (fields.length === 0 || undescribed.length > 0) {
    throw new Error(`${file} must describe every field of ${name}: ${undescribed.join(", ")}`)
  }
  return fields
}

/** The members of a union type, with their comments. */
export function readUnion(
  file: string,
  name: string,
): readonly { readonly value: string; readonly description: string }[] {
  const source = readFileSync(join(folder, file), "utf8")
  const [, body = ""] = new RegExp(`^export type ${name} =\\n((?: {2}.*\\n)+)`, "m").exec(source) ?? []
  const members = [...body.matchAll(/\/\*\*([\s\S]*?)\*\/\s*\| "([^"]+)"/g)]
  if (members.length === 0) throw new Error(`${file} has no described union ${name}.`)
  return members.map(([, comment = "", value = ""]) => ({ value, description: textOf(comment) }))
}

function plainType(type: string): string {
  return type
    .replace(/\s+/g, " ")
    .replace(/ \| undefined$/, "")
    .replace(/^\((.*)\)$/, "$1")
}

function textOf(comment: string): string {
  return comment
    .replace(/\n\s*\*/g, " ")
    .replace(/\s+/g, " ")
    .trim()
}
