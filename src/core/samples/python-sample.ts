import type { PrintedFields } from "./printed-fields.ts"
import { pythonArguments, snakeCase } from "./python-literal.ts"

interface PythonCall {
  readonly operation: string
  /** Only its field `meta` may have names of the customer's own. */
  readonly body: object
  /** The name of what the call returns. */
  readonly result: string
  readonly printed: PrintedFields
}

/** The call with the Python client. */
export function pythonSample({ operation, body, result, printed }: PythonCall): string {
  const fields = printed.fields.map((field) => `${result}.${snakeCase(field)}`).join(", ")
  return `from keyward import Keyward

client = Keyward()  # reads KEYWARD_URL and KEYWARD_KEY

${result} = client.${snakeCase(operation)}(${pythonArguments(body)})
print(${fields})  # ${printed.note}`
}
