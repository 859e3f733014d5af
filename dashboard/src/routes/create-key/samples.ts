import type { KeysCreateKeyInput } from "@keyward/client"
import { jsonText } from "../../parts/fields/json-text.ts"
import { cliCommand } from "./cli-command.ts"
import { pythonLiteral } from "./python-literal.ts"
import { shellQuoted } from "./shell-quoted.ts"

/** The same request in the languages that people call it from. */
export function samplesOf(request: KeysCreateKeyInput, origin: string) {
  return [
    { name: "curl", code: curl(request, origin) },
    { name: "CLI", code: cliCommand(request) },
    { name: "TypeScript", code: typescript(request) },
    { name: "Python", code: python(request, origin) },
  ]
}

function curl(request: KeysCreateKeyInput, origin: string): string {
  return `curl ${origin}/v2/keys.createKey \\
  -H "Authorization: Bearer $KEYWARD_KEY" \\
  -H "Content-Type: application/json" \\
  -d ${shellQuoted(jsonText(request))}`
}

function typescript(request: KeysCreateKeyInput): string {
  // Names that need no quotes have none, as a formatter would write it.
  const literal = jsonText(request).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:")
  return `import { createKeyward } from "@keyward/client"

const keyward = createKeyward() // reads KEYWARD_URL and KEYWARD_KEY

const { data, error } = await keyward.keys.createKey(${literal})
if (error) throw error
console.log(data.keyId, data.key) // the key is shown only once`
}

function python(request: KeysCreateKeyInput, origin: string): string {
  return `import json, os
from urllib.request import Request, urlopen

body = ${pythonLiteral(request)}
request = Request(
    ${JSON.stringify(`${origin}/v2/keys.createKey`)},
    json.dumps(body).encode(),
    {"Authorization": "Bearer " + os.environ["KEYWARD_KEY"], "Content-Type": "application/json"},
)
with urlopen(request, timeout=15) as response:
    data = json.load(response)["data"]
print(data["keyId"], data["key"])  # the key is shown only once`
}
