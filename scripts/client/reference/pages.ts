import { readFileSync } from "node:fs"
import { errorCodes } from "../../../src/contract/error-table.ts"
import { codeMeanings, codes } from "../../../src/contract/verdicts.ts"
import { refusalOf } from "../../../src/core/refusals.ts"
import { methodsPage } from "../../../src/http/pages/docs/contents.ts"
import { blocksOf } from "../../../test/documentation/page.ts"
import { describeOperations } from "../described-operations.ts"
import { byResource, keyOperations, kindOf, methodName, pageOperations, purposeOf } from "../operation-facts.ts"
import { typeText } from "../type-text.ts"
import { between, fieldTable, table } from "./markdown.ts"
import { inputTable, methodSection } from "./method.ts"
import { readInterface, readUnion } from "./read-interface.ts"

type GeneratedPage = { readonly path: string; readonly update: (text: string) => string }

const folder = "docs/client"
const { described, named } = describeOperations(keyOperations)

/** The reference of the client. Pages of methods and types are made whole; in the others, people write the text around tables. */
export const clientPages: readonly GeneratedPage[] = [
  { path: `${folder}/create.md`, update: createPage },
  { path: `${folder}/verify.md`, update: verifyPage },
  { path: `${folder}/results.md`, update: resultsPage },
  { path: `${folder}/guards.md`, update: guardsPage },
  { path: `${folder}/local.md`, update: localPage },
  { path: `${folder}/sessions.md`, update: (text) => between(text, "operations", operationsForPages()) },
  { path: `${folder}/methods.md`, update: (text) => between(text, "methods", listOfMethods()) },
  ...byResource(keyOperations).map(([resource, members]) => ({
    path: methodsPage(resource),
    update: () => {
      const sections = described.filter(({ operation }) => members.includes(operation)).map(methodSection)
      return `# keyward.${resource}\n\n${purposeOf(resource)}\n\n${sections.join("\n\n")}\n`
    },
  })),
  { path: `${folder}/types.md`, update: typesPage },
]

function createPage(text: string): string {
  const common = readInterface("connection.ts", "CommonOptions")
  const withKey = fieldTable([...readInterface("connection.ts", "KeywardOptions"), ...common])
  return between(text, "options", withKey)
}

function localPage(text: string): string {
  const file = "local/verifier.ts"
  const withOptions = between(text, "options", fieldTable(readInterface(file, "LocalVerifierOptions")))
  return between(withOptions, "members", fieldTable(readInterface(file, "LocalVerifier")))
}

function verifyPage(text: string): string {
  const verify = described.find(({ operation }) => operation.name === "keys.verifyKey")
  if (verify === undefined) throw new Error("There is no operation keys.verifyKey.")
  const rows = codes
    .filter((code) => code !== "VALID")
    .map((code) => [`\`${code}\``, codeMeanings[code], String(refusalOf(code).status)])
  const verdict = `\`\`\`ts\n${typeText(verify.output, "response")}\n\`\`\``
  const parts: Readonly<Record<string, string>> = {
    // The page is one folder above those of the methods.
    input: inputTable(verify.input).replaceAll("](../", "]("),
    codes: table(["code", "meaning", "status of a guard"], rows),
    verdict,
  }
  return Object.entries(parts).reduce((page, [mark, content]) => between(page, mark, content), text)
}

function resultsPage(text: string): string {
  const ofClient = readUnion("error.ts", "ClientErrorCode").map(({ value, description }) => [
    `\`${value}\``,
    description,
  ])
  const consumptions = keyOperations.filter((operation) => kindOf(operation) === "consumption")
  const parts: Readonly<Record<string, string>> = {
    success: fieldTable(readInterface("result.ts", "Success")),
    error: fieldTable(readInterface("error.ts", "KeywardError")),
    codes: table(["code", "meaning"], ofClient),
    options: fieldTable(readInterface("call.ts", "CallOptions")),
    consumptions: consumptions.map(({ name }) => `\`${name}\``).join(", "),
  }
  return Object.entries(parts).reduce((page, [mark, content]) => between(page, mark, content), text)
}

/** The examples are those of the README, which a test runs in an installed package. */
function guardsPage(text: string): string {
  const readme = "sdk/README.md"
  const blocks = blocksOf(readme, readFileSync(readme, "utf8"))
  const frameworks = ["express", "fastify", "hono", "nest", "next"]
  const withExamples = frameworks.reduce((page, framework) => {
    const block = blocks.find(({ text }) => text.includes(`@keyward/client/${framework}"`))
    if (block === undefined) throw new Error(`${readme} has no example for ${framework}.`)
    return between(page, framework, `\`\`\`ts\n${block.text}\`\`\``)
  }, text)
  return between(withExamples, "options", fieldTable(readInterface("guard.ts", "GuardOptions")))
}

function operationsForPages(): string {
  const rows = pageOperations.map(({ name, summary }) => [`\`keyward.${name}\``, summary])
  return table(["method", "purpose"], rows)
}

function listOfMethods(): string {
  return byResource(keyOperations)
    .map(([resource, members]) => {
      const page = methodsPage(resource).replace(`${folder}/`, "")
      const rows = members.map((operation) => {
        const method = methodName(operation)
        return [`[${method}](${page}#${method.toLowerCase()})`, operation.summary]
      })
      return `## keyward.${resource}\n\n${purposeOf(resource)}\n\n${table(["method", "purpose"], rows)}`
    })
    .join("\n\n")
}

function typesPage(): string {
  const types = named.map(({ name, schema, direction }) => [name, typeText(schema, direction)] as const)
  const sections = types.sort().map(([name, type]) => `## ${name}\n\n\`\`\`ts\ntype ${name} = ${type}\n\`\`\``)
  const list = errorCodes.map((code) => `- \`${code}\``).join("\n")
  const intro = 'Import a type by its name: `import type { Key } from "@keyward/client"`.'
  return `# Types of the client\n\n${intro}\n\n${sections.join("\n\n")}\n\n## ErrorCode\n\nOne of:\n\n${list}\n`
}
