// `bun scripts/list-operations.ts`: writes the list of operations, and how to load each of them alone. It reads only files,
// so that it works before the list names a new operation, and after an operation was deleted.
import { readdirSync, readFileSync } from "node:fs"

const folder = "src/operations"

export const operationLists = [
  { path: `${folder}/all.gen.ts`, update: listOperations },
  { path: `${folder}/loaders.gen.ts`, update: listLoaders },
] as const

const head = "// Written by `npm run gen` from the files of this folder. Do not edit."

/** One line per file. The names of files are unique, so the exports may share names. */
function listOperations(): string {
  const lines = operationFiles().map((name) => {
    return `export { ${exportIn(`${folder}/${name}.ts`)} as ${name.replace(".", "_")} } from "./${name}.ts"`
  })
  return [head, ...lines, ""].join("\n")
}

function listLoaders(): string {
  const lines = operationFiles().map((name) => {
    return `  "${name}": async () => (await import("./${name}.ts")).${exportIn(`${folder}/${name}.ts`)},`
  })
  return [
    head,
    'import type { Operation } from "./operation.ts"',
    "",
    "/** Loads one operation. A program that needs only one starts in half the time. */",
    "export const loaders: Readonly<Record<string, () => Promise<Operation>>> = {",
    ...lines,
    "}",
    "",
  ].join("\n")
}

/** The names in `<resource>.<operation>.ts`. */
function operationFiles(): readonly string[] {
  return readdirSync(folder)
    .flatMap((file) => /^(\w+\.(?!gen|test)\w+)\.ts$/.exec(file)?.[1] ?? [])
    .toSorted()
}

function exportIn(path: string): string {
  const found = [...readFileSync(path, "utf8").matchAll(/^export const (\w+)/gm)].map(([, name = ""]) => name)
  const [only, ...others] = found
  if (only === undefined || others.length > 0)
    throw new Error(`${path} must export one operation, not ${found.length}.`)
  return only
}

if (import.meta.main) {
  for (const { path, update } of operationLists) {
    await Bun.write(path, update())
    process.stdout.write(`wrote ${path}\n`)
  }
}
