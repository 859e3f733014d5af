import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "../services/temporary-folder.ts"

/** A folder whose owner wants the code and the keys of everybody who starts something in it. */
export interface HostileFolder {
  readonly path: string
  /** Names of the tricks by which code of the folder was run. */
  ranCode(): Promise<readonly string[]>
  remove(): void
}

interface Trap {
  /** Environment variables that the folder wants to set. */
  readonly variables: Readonly<Record<string, string>>
  /** Absolute paths of programs that the folder wants to replace. */
  readonly programs: readonly string[]
  /** Which files to write, by their names in the folder; all if absent. */
  isWanted?(name: string): boolean
}

export function hostileFolder(trap: Trap): HostileFolder {
  const folder = temporaryFolder()
  chmodSync(folder.path, 0o755)
  return { path: folder.path, remove: folder.remove, ...layTraps(folder.path, trap) }
}

/** Writes the files into a folder that exists. */
export function layTraps(
  path: string,
  { variables, programs, isWanted = () => true }: Trap,
): Pick<HostileFolder, "ranCode"> {
  const markers = join(path, "markers")
  mkdirSync(markers)
  chmodSync(markers, 0o777)
  const write = (name: string, text: string) => {
    if (isWanted(name)) writeFileSync(join(path, name), text)
  }
  const writeCode = (trick: string) => {
    const marker = JSON.stringify(join(markers, trick))
    write(`${trick}.ts`, `require("node:fs").writeFileSync(${marker}, "")\n`)
    return `./${trick}.ts`
  }

  write("bunfig.toml", `preload = ["${writeCode("preload")}"]\n[test]\npreload = ["./preload.ts"]\n`)
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  for (const ending of ["", ".local", ".production", ".production.local", ".development", ".development.local"]) {
    write(`.env${ending}`, lines.join(""))
  }
  for (const name of ["tsconfig", "jsconfig"]) {
    const target = [writeCode(name)]
    const paths = Object.fromEntries(["*", ...programs].map((specifier) => [specifier, target]))
    write(`${name}.json`, JSON.stringify({ compilerOptions: { baseUrl: ".", paths } }))
  }
  const script = `touch ${join(markers, "package-script")}`
  const scripts = Object.fromEntries(["serve", "whoami", ...programs].map((name) => [name, script]))
  write("package.json", JSON.stringify({ name: "zod", type: "commonjs", main: writeCode("package"), scripts }))
  if (isWanted("node_modules")) {
    mkdirSync(join(path, "node_modules", "zod"), { recursive: true })
    write(
      "node_modules/zod/index.js",
      `require("node:fs").writeFileSync(${JSON.stringify(join(markers, "modules"))}, "")`,
    )
  }
  return { ranCode: () => Array.fromAsync(new Bun.Glob("*").scan(markers)) }
}
