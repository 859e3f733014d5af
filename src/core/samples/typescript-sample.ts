import { jsonText } from "./json-text.ts"
import type { PrintedFields } from "./printed-fields.ts"

interface TypescriptCall {
  readonly operation: string
  readonly body: unknown
  /** True for operations that only people call, from a page that has their cookie. */
  readonly isForBrowsers?: boolean
  readonly printed?: PrintedFields
}

/** The call with the client of the SDK. */
export function typescriptSample({ operation, body, isForBrowsers = false, printed }: TypescriptCall): string {
  const client = isForBrowsers
    ? 'createKeyward({ session: { workspace: "operator" } }) // in a page of the service'
    : "createKeyward() // reads KEYWARD_URL and KEYWARD_KEY"
  return `import { createKeyward } from "@keyward/client"

const keyward = ${client}

const { data, error } = await keyward.${operation}(${argument(body)})
if (error) throw error
${printing(printed)}`
}

function argument(body: unknown): string {
  const text = jsonText(body)
  // Names that need no quotes have none, as a formatter would write it.
  return text === "{}" ? "" : text.replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:")
}

function printing(printed: PrintedFields | undefined): string {
  if (printed === undefined) return "console.log(data)"
  return `console.log(${printed.fields.map((field) => `data.${field}`).join(", ")}) // ${printed.note}`
}
