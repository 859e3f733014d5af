import { shellQuote } from "../../../core/shell-quote.ts"
import type { CodeTab } from "../code/code-tabs.ts"
import { commands } from "./commands.gen.ts"
import { pythonLiteral } from "./python-literal.ts"

/** How a caller identifies itself. Browsers send a cookie, or nothing, but always the origin of their page. */
export type Credential = "key" | "cookie" | "origin" | "none"

export interface Call {
  readonly name: string
  readonly method: "GET" | "POST"
  readonly path: string
  /** Undefined if the call has no body. */
  readonly body: unknown
  readonly origin: string
  readonly credential: Credential
}

/** The same call in the languages that people make it from. */
export function samplesOf(call: Call): readonly CodeTab[] {
  const command = commands[call.name]
  const isForPrograms = call.credential === "key"
  return [
    { label: "curl", language: "bash", text: curl(call) },
    ...(command === undefined ? [] : [{ label: "CLI", language: "bash", text: command }]),
    ...(call.method === "GET" ? [] : [{ label: "TypeScript", language: "ts", text: typescript(call) }]),
    ...(isForPrograms ? [{ label: "Python", language: "python", text: python(call) }] : []),
  ]
}

function curl({ method, path, body, origin, credential }: Call): string {
  const url = shellQuote(`${origin}${path}`)
  const headers = { key: ['-H "Authorization: Bearer $KEYWARD_KEY"'], ...forBrowsers(origin), none: [] }
  if (method === "GET") return [`curl ${url}`, ...headers[credential]].join(" \\\n  ")
  const data = `-d ${shellQuote(JSON.stringify(body, null, 2))}`
  return [`curl ${url}`, ...headers[credential], '-H "Content-Type: application/json"', data].join(" \\\n  ")
}

function forBrowsers(origin: string) {
  const from = `-H ${shellQuote(`Origin: ${origin}`)}`
  return { origin: [from], cookie: [from, '-H "Keyward-Workspace: operator"', '-b "$KEYWARD_COOKIE"'] }
}

function typescript({ name, body, credential }: Call): string {
  const isEmpty = JSON.stringify(body) === "{}"
  const argument = isEmpty ? "" : literal(body)
  const client =
    credential === "key"
      ? "createKeyward() // reads KEYWARD_URL and KEYWARD_KEY"
      : 'createKeyward({ session: { workspace: "operator" } }) // in a page of the service'
  return `import { createKeyward } from "@keyward/client"

const keyward = ${client}

const { data, error } = await keyward.${name}(${argument})
if (error) throw error
console.log(data)`
}

/** Names that need no quotes have none, as a formatter would write it. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:")
}

function python({ path, body, origin }: Call): string {
  return `import json, os
from urllib.request import Request, urlopen

body = ${pythonLiteral(body)}
request = Request(
    ${JSON.stringify(`${origin}${path}`)},
    json.dumps(body).encode(),
    {"Authorization": "Bearer " + os.environ["KEYWARD_KEY"], "Content-Type": "application/json"},
)
with urlopen(request, timeout=15) as response:
    print(json.load(response)["data"])`
}
