import type { KeysCreateKeyInput } from "@keyward/client"
import { bearerOption, curlSample } from "../../../../src/core/samples/curl-sample.ts"
import { jsonText } from "../../../../src/core/samples/json-text.ts"
import { pythonSample } from "../../../../src/core/samples/python-sample.ts"
import { typescriptSample } from "../../../../src/core/samples/typescript-sample.ts"
import { cliCommand } from "./cli-command.ts"

const operation = "keys.createKey"
const printed = { fields: ["keyId", "key"], note: "the key is shown only once" }

/** The same request in the languages that people call it from. */
export function samplesOf(body: KeysCreateKeyInput, origin: string) {
  const url = `${origin}/v2/${operation}`
  return [
    { name: "curl", code: curlSample({ url, options: [bearerOption()], json: jsonText(body) }) },
    { name: "CLI", code: cliCommand(body) },
    { name: "TypeScript", code: typescriptSample({ operation, body, printed }) },
    { name: "Python", code: pythonSample({ operation, body, result: "key", printed }) },
  ]
}
