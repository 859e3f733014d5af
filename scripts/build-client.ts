// Makes sdk/dist, which is what the published client consists of: plain modules and their types, file by file.
import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { bundleSize } from "./client/bundle-size.ts"

const root = join(import.meta.dir, "..")
const dist = join(root, "sdk", "dist")

rmSync(dist, { recursive: true, force: true })
const compiled = Bun.spawnSync([join(root, "node_modules", ".bin", "tsc"), "--project", join(root, "sdk")], {
  stdio: ["ignore", "inherit", "inherit"],
})
if (compiled.exitCode !== 0) process.exit(1)
await nameModulesInTypes()
const { minified, gzipped } = await bundleSize()
process.stdout.write(`built sdk/dist; bundled without middleware ${minified} bytes, gzipped ${gzipped}\n`)

/** The compiler writes `./error.ts` as `./error.js` in modules, but not in their types. */
async function nameModulesInTypes(): Promise<void> {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".d.ts"))
  for (const name of files) {
    const path = join(dist, name)
    const text = await Bun.file(path).text()
    await Bun.write(path, text.replace(/((?:from|import) ")(\.[^"]+)\.ts"/g, '$1$2.js"'))
  }
}
