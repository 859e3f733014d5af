import client from "../../sdk/package.json"
import { errorCodes, errorTable } from "../../src/contract/error-table.ts"
import { refusalOf } from "../../src/core/refusals.ts"
import { byResource, keyOperations, purposeOf } from "../client/operation-facts.ts"
import { collectMethods } from "../clients/collect-methods.ts"
import { refusalCodes } from "../clients/refusal-codes.ts"
import { python } from "./dialect.ts"
import { docstring } from "./docstring.ts"
import { modelsFile, notice, paramsFile } from "./model-files.ts"
import { snakeCase } from "./names.ts"
import { className, resourceFile } from "./resource-file.ts"

export const pythonFolder = "clients/python/src/keyward/_generated"

/** The generated part of the Python client. `npm run gen` writes it; a test fails if a file is out of date. */
export function pythonFiles(): readonly { readonly path: string; readonly text: string }[] {
  const { methods, collected } = collectMethods(python)
  const resources = byResource(keyOperations).map(([resource]) => resource)
  const resourceFiles = resources.map((resource) => ({
    name: snakeCase(resource),
    text: resourceFile(
      resource,
      methods.filter(({ operation }) => operation.name.startsWith(`${resource}.`)),
      collected,
    ),
  }))
  const files = [
    {
      name: "__init__",
      text: `${notice}"""The part of the client that follows from the operations of the service."""\n`,
    },
    { name: "codes", text: codesFile() },
    ...resourceFiles,
    { name: "models", text: modelsFile(collected.results) },
    { name: "params", text: paramsFile(collected.inputs) },
    { name: "refusals", text: refusalsFile() },
    { name: "resources", text: resourcesFile(resources) },
    { name: "version", text: `${notice}\nVERSION = "${client.version}"\n` },
  ]
  return files.map(({ name, text }) => ({ path: `${pythonFolder}/${name}.py`, text }))
}

function codesFile(): string {
  const codes = errorCodes.map((code) => `    "${code}",\n`).join("")
  const hints = errorCodes.map((code) => `    "${code}": ${JSON.stringify(errorTable[code].clears)},\n`).join("")
  const text = [
    notice,
    '"""The codes that the service can send, and how to clear each."""\n',
    "from __future__ import annotations\n",
    "from typing import Literal\n",
    `ErrorCode = Literal[\n${codes}]\n`,
    `HINTS: dict[str, str] = {\n${hints}}\n`,
  ]
  return text.join("\n")
}

function refusalsFile(): string {
  const rows = refusalCodes.map((code) => {
    const { status, title, detail, headers } = refusalOf(code)
    const challenge = headers["WWW-Authenticate"]
    const shown = challenge === undefined ? "None" : `'${challenge}'`
    return `    "${code}": (${status}, "${title}", ${JSON.stringify(detail)}, ${shown}),\n`
  })
  return [
    notice,
    '"""What an application tells its own caller about a key."""\n',
    "from __future__ import annotations\n",
    "# Status, title, detail and the header WWW-Authenticate.",
    `REFUSALS: dict[str, tuple[int, str, str, str | None]] = {\n${rows.join("")}}\n`,
  ].join("\n")
}

/** What the two clients extend: one attribute per resource. */
function resourcesFile(resources: readonly string[]): string {
  const modes = ["sync", "async"] as const
  const imports = resources.map((resource) => {
    const names = modes.map((mode) => className(resource, mode)).toSorted()
    return `from .${snakeCase(resource)} import ${names.join(", ")}`
  })
  const classes = modes.map((mode) => {
    const [name, transport] = mode === "sync" ? ["Resources", "Transport"] : ["AsyncResources", "AsyncTransport"]
    const lines = resources.map((resource) => {
      const attribute = `        self.${snakeCase(resource)} = ${className(resource, mode)}(transport)\n`
      return `${attribute}${docstring([purposeOf(resource)], "        ")}`
    })
    return `class ${name}:\n    """One attribute per resource."""\n\n    def __init__(self, transport: ${transport}) -> None:\n${lines.join("")}`
  })
  return [
    notice,
    '"""All resources of the service."""\n',
    "from __future__ import annotations\n",
    "from .._transport import AsyncTransport, Transport",
    ...imports.toSorted(),
    "",
    "",
    classes.join("\n\n"),
  ].join("\n")
}
