// `bun scripts/list-operations.ts`: writes the list of operations. It reads only files, so that it works before the
// list names a new operation, and after an operation was deleted.
import { readdirSync, readFileSync } from "node:fs"

export const operationList = { path: "src/operations/all.gen.ts", update: listOperations }

const folder = "src/operations"

/** One line per file `<resource>.<operation>.ts`. The names of files are unique, so the exports may share names. */
function listOperations(): string {
  const names = readdirSync(folder)
    .flatMap((file) => /^(\w+\.(?!gen|test)\w+)\.ts$/.exec(file)?.[1] ?? [])
    .toSorted()
  const lines = names.map((name) => {
    return `export { ${exportIn(`${folder}/${name}.ts`)} as ${name.replace(".", "_")} } from "./${name}.ts"`
  })
  return ["// Written by `npm run gen` from the files of this folder. Do not edit.", ...lines, ""].join("\n")
}

function exportIn(path: string): string {
  const found = [...readFileSync(path, "utf8").matchAll(/^export const (\w+)/gm)].map(([, name = ""]) => name)
  const [only, ...others] = found
  if (only === undefined || others.length > 0)
    throw new Error(`${path} must export one operation, not ${found.length}.`)
  return only
}

if (import.meta.main) {
  await Bun.write(operationList.path, operationList.update())
  process.stdout.write(`wrote ${operationList.path}\n`)
}
