/** Files that a script has built, by name. Nothing is read yet. */
export type BuiltFiles = ReadonlyMap<string, Blob>

/** The files in the executable, or those that a script has built beside the sources. Throws if there is no folder. */
export function builtFilesIn(folder: string): BuiltFiles {
  if (Bun.isStandaloneExecutable) {
    return new Map(Bun.embeddedFiles.map((file) => ["name" in file ? String(file.name) : "", file]))
  }
  const names = [...new Bun.Glob("*").scanSync({ cwd: folder, dot: true })]
  return new Map(names.map((name) => [name, Bun.file(`${folder}/${name}`)]))
}

/** What to do if they are missing. */
export const howToBuild = "run `bun scripts/build-pages.ts`, or start with `npm start`"
