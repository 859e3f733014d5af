// Runs programs of the reference for a test: one program per line, and a line for what it came to.
import { join } from "node:path"

const [folder = ""] = process.argv.slice(2)
const client = JSON.stringify(join(import.meta.dir, "../../sdk/src/index.ts"))
const { log } = console
// What the programs print would mix with the lines.
console.log = () => {}

for await (const line of console) {
  if (line === "") continue
  const { text, environment } = JSON.parse(line)
  Object.assign(process.env, environment)
  const path = join(folder, `${crypto.randomUUID()}.ts`)
  await Bun.write(path, text.replace('"@keyward/client"', client))
  const outcome = await import(path).then(
    () => ({}),
    (error: unknown) => ({ error: String(error) }),
  )
  log(JSON.stringify(outcome))
}
