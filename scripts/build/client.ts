import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type BuiltFolder, root } from "./built-folder.ts"

/** What the published client consists of: plain modules and their types, file by file. */
export const client: BuiltFolder = {
  path: "sdk/dist",
  inputs: ["sdk/src/**/*.ts", "sdk/tsconfig.json", "tsconfig.json", "scripts/build/{client,built-folder}.ts"],
  async write(folder) {
    const compiler = join(root, "node_modules", ".bin", "tsc")
    const child = Bun.spawn([compiler, "--project", join(root, "sdk"), "--outDir", folder], {
      stdio: ["ignore", "inherit", "inherit"],
    })
    if ((await child.exited) !== 0) throw new Error("The client could not be compiled; the reason is above.")
    nameModulesInTypes(folder)
  },
}

/** The compiler writes `./error.ts` as `./error.js` in modules, but not in their types. */
function nameModulesInTypes(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".d.ts"))
  for (const path of files.map((name) => join(folder, name))) {
    writeFileSync(path, readFileSync(path, "utf8").replace(/((?:from|import) ")(\.[^"]+)\.ts"/g, '$1$2.js"'))
  }
}
