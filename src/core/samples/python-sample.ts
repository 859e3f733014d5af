import type { PrintedFields } from "./printed-fields.ts"
import { pythonLiteral } from "./python-literal.ts"

interface PythonCall {
  readonly url: string
  readonly body: unknown
  readonly printed?: PrintedFields
}

/** The call with what Python brings along. */
export function pythonSample({ url, body, printed }: PythonCall): string {
  return `import json, os
from urllib.request import Request, urlopen

body = ${pythonLiteral(body)}
request = Request(
    ${JSON.stringify(url)},
    json.dumps(body).encode(),
    {"Authorization": "Bearer " + os.environ["KEYWARD_KEY"], "Content-Type": "application/json"},
)
with urlopen(request, timeout=15) as response:
    data = json.load(response)["data"]
${printing(printed)}`
}

function printing(printed: PrintedFields | undefined): string {
  if (printed === undefined) return "print(data)"
  return `print(${printed.fields.map((field) => `data["${field}"]`).join(", ")})  # ${printed.note}`
}
