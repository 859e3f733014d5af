import type { Direction } from "../client/type-text.ts"
import type { Field, Model } from "../clients/models.ts"
import { isSecret } from "../clients/secrets.ts"
import { comment } from "./comment.ts"
import { fieldTag, fieldType, formOf } from "./types.ts"

/** A struct with its comment. Printing it hides secrets, because what is printed ends up in logs. */
export function structOf(model: Model, direction: Direction, doc: readonly string[]): string {
  const { name } = model
  const fields = inOrder(model, direction)
  if (fields.length === 0) return `${comment(doc)}type ${name} struct{}\n`
  const lines = fields.map((field) => {
    const isSaid = direction === "request" && field.isRequired
    const text = [field.description, isSaid ? "Required." : ""].filter((part) => part !== "").join(" ")
    return `${comment([text], "\t")}\t${field.name} ${fieldType(field, direction)} ${fieldTag(field, direction)}\n`
  })
  return `${comment(doc)}type ${name} struct {\n${lines.join("\n")}}\n${printing(name, fields, direction)}`
}

/** People read what they must give first. */
export function inOrder({ fields }: Pick<Model, "fields">, direction: Direction): readonly Field[] {
  if (direction === "response") return fields
  return [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)]
}

function printing(name: string, fields: readonly Field[], direction: Direction): string {
  const secrets = fields.filter(isSecret)
  if (secrets.length === 0) return ""
  const hidden = secrets.map((field) => {
    const isPointer = formOf(field, direction) === "pointer"
    const condition = isPointer ? `v.${field.name} != nil` : `v.${field.name} != ""`
    return `\tif ${condition} {\n\t\tv.${field.name} = ${isPointer ? "Ptr(hidden)" : "hidden"}\n\t}\n`
  })
  return `
// String hides secrets.
func (v ${name}) String() string {
${hidden.join("")}\ttype plain ${name}
	return fmt.Sprintf("%+v", plain(v))
}
`
}
