import client from "../../sdk/package.json"
import { errorCodes, errorTable } from "../../src/contract/error-table.ts"
import { refusalOf } from "../../src/core/refusals.ts"
import { byResource, keyOperations, purposeOf } from "../client/operation-facts.ts"
import { refusalCodes } from "../clients/refusal-codes.ts"
import { codeNames } from "./code-names.ts"
import { comment } from "./comment.ts"
import { goWorld, modelsFiles } from "./model-files.ts"
import { modulePath, oldestGo } from "./module.ts"
import { goName, goWords, serviceName } from "./names.ts"
import { resourceFile } from "./resource-file.ts"
import { goFile } from "./source.ts"

export const goFolder = "clients/go"

/** The generated part of the Go client. `npm run gen` writes it; a test fails if a file is out of date. */
export function goFiles(): readonly { readonly path: string; readonly text: string }[] {
  const resources = byResource(keyOperations).map(([resource]) => resource)
  const world = goWorld()
  const files = [
    ...resources.map((resource) => ({ name: snakeCase(resource), text: resourceFile(resource, world) })),
    ...modelsFiles(world),
    { name: "codes", text: codesFile() },
    { name: "refusals", text: refusalsFile() },
    { name: "client", text: clientFile(resources) },
    {
      name: "version",
      text: goFile([], [`// Version is the version of this client.\nconst Version = "${client.version}"\n`]),
    },
  ]
  return [
    { path: `${goFolder}/go.mod`, text: `module ${modulePath}\n\ngo ${oldestGo}\n` },
    ...files.map(({ name, text }) => ({ path: `${goFolder}/${name}_gen.go`, text })),
  ]
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function codesFile(): string {
  const names = codeNames()
  const constants = errorCodes.map((code) => {
    const doc = comment([goWords(errorTable[code].when)], "\t")
    return `${doc}\t${names.get(code)} ErrorCode = "${code}"\n`
  })
  const hints = errorCodes.map(
    (code) => `\tcase ${names.get(code)}:\n\t\treturn ${JSON.stringify(errorTable[code].clears)}\n`,
  )
  return goFile(
    [],
    [
      `// The codes that the service can send.\nconst (\n${constants.join("\n")})\n`,
      `// hintOf says how to clear an error.\nfunc hintOf(code ErrorCode) string {\n\tswitch code {\n${hints.join("")}\t}\n\treturn ""\n}\n`,
    ],
  )
}

function refusalsFile(): string {
  const cases = refusalCodes.map((code) => {
    const { status, title, detail, headers } = refusalOf(code)
    const challenge = JSON.stringify(headers["WWW-Authenticate"] ?? "")
    const values = [status, JSON.stringify(title), JSON.stringify(detail), challenge]
    return `\tcase "${code}":\n\t\treturn ${values.join(", ")}\n`
  })
  const signature = "func refusalTexts(code string) (status int, title, detail, challenge string)"
  const doc = "// refusalTexts is what an application tells its own caller about a key."
  return goFile([], [`${doc}\n${signature} {\n\tswitch code {\n${cases.join("")}\t}\n\treturn 0, "", "", ""\n}\n`])
}

/** The client has one field per resource. */
function clientFile(resources: readonly string[]): string {
  const fields = resources.map((resource) => {
    const doc = comment([goWords(purposeOf(resource))], "\t")
    return `${doc}\t${goName(resource)} *${serviceName(resource)}\n`
  })
  const width = Math.max(...resources.map((resource) => goName(resource).length)) + 2
  const values = [...resources.map((resource) => [goName(resource), `&${serviceName(resource)}{t}`]), ["t", "t"]].map(
    ([name, value]) => `\t\t${`${name}:`.padEnd(width)}${value},\n`,
  )
  const doc = comment([
    "Client calls one service with one key. Create one with [New] for your program, because it keeps its connections. Goroutines may share it.",
  ])
  return goFile(
    [],
    [
      `${doc}type Client struct {\n${fields.join("\n")}\n\tt *transport\n}\n`,
      `func newClient(t *transport) *Client {\n\treturn &Client{\n${values.join("")}\t}\n}\n`,
    ],
  )
}
