import { constants, copyFileSync, mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { type BuiltFolder, buildIfStale, root } from "../build/built-folder.ts"
import { buildExecutable } from "../build/executable.ts"
import { buildPagesIfStale } from "../build/pages.ts"

const name = "keyward"

/** Kept between runs, because a build takes more of the processor than most test files. */
const built: BuiltFolder = {
  path: "node_modules/.cache/keyward/program",
  inputs: [
    "src/**/*",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "{dashboard,docs}/dist/*",
    "scripts/build/{built-folder,executable,pages}.ts",
  ],
  write: (folder) => buildExecutable({ outfile: join(folder, name) }),
}

/** The executable of the present sources. A copy, because a run that starts later may replace the one that is kept. */
export async function provideProgram(path: string): Promise<void> {
  await buildPagesIfStale()
  mkdirSync(dirname(join(root, built.path)), { recursive: true })
  await buildIfStale(built, () => {})
  copyFileSync(join(root, built.path, name), path, constants.COPYFILE_FICLONE)
}
