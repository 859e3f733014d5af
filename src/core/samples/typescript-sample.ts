import type { PrintedFields } from "./printed-fields.ts"
import { typescriptLiteral } from "./typescript-literal.ts"

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
  const start = `const { data, error } = await keyward.${operation}(`
  return `import { createKeyward } from "@keyward/client"

const keyward = ${client}

${start}${argument(body, longestLine - start.length)})
if (error) throw error
${printing(printed)}`
}

/** As wide as the samples of the reference. */
const longestLine = 64

function argument(body: unknown, columns: number): string {
  const text = typescriptLiteral(body, { outer: columns, inner: longestLine - 16 })
  return text === "{}" ? "" : text
}

function printing(printed: PrintedFields | undefined): string {
  if (printed === undefined) return "console.log(data)"
  return `console.log(${printed.fields.map((field) => `data.${field}`).join(", ")}) // ${printed.note}`
}
