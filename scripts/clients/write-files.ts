import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"

interface Generated {
  readonly folder: string
  readonly files: readonly { readonly path: string; readonly text: string }[]
  /** Whether a file of the folder is written by the generator, by its name. */
  readonly isGenerated: (name: string) => boolean
}

/** Writes the generated files of a client, and deletes those that it does not have any more. */
export async function writeFiles({ folder, files, isGenerated }: Generated): Promise<void> {
  const paths = new Set(files.map(({ path }) => path))
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (isGenerated(name) && !paths.has(path)) rmSync(path)
  }
  for (const { path, text } of files) {
    await Bun.write(path, text)
    process.stdout.write(`wrote ${path}\n`)
  }
}
