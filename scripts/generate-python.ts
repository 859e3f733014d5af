// `bun scripts/generate-python.ts`: writes the generated part of the Python client. It comes after the recording of the
// examples, because the comments show them. A test fails if a file is out of date.
import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { pythonFiles, pythonFolder } from "./python/files.ts"

const files = pythonFiles()
const paths = new Set(files.map(({ path }) => path))
for (const name of readdirSync(pythonFolder)) {
  const path = join(pythonFolder, name)
  if (name.endsWith(".py") && !paths.has(path)) rmSync(path)
}
for (const { path, text } of files) {
  await Bun.write(path, text)
  process.stdout.write(`wrote ${path}\n`)
}
