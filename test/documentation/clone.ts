import { cpSync, linkSync, mkdirSync, readdirSync, readlinkSync, statSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { buildIfStale } from "../../scripts/build/built-folder.ts"
import { client } from "../../scripts/build/client.ts"
import { dashboard } from "../../scripts/build/dashboard.ts"
import { docs } from "../../scripts/build/docs.ts"
import { atFileEnd } from "../services/at-file-end.ts"
import { type TemporaryFolder, temporaryFolder } from "../services/temporary-folder.ts"

const repository = join(import.meta.dir, "..", "..")
const madeLater = new Set(["node_modules", "data", "dist", ".next"])
/** Nothing that a page does needs them, and they take time to copy. */
const unused = new Set([".git", "test", "bench"])

/**
 * A clone of a developer who has also built what `npm start` and `npm run build:client` build. Its folders are its own. Its
 * files are shared with the other clones of a test file, which fails if one of them was written to: to copy thousands of
 * files took more of the processor than most pages.
 */
export async function makeBuiltClone(): Promise<TemporaryFolder> {
  original ??= makeOriginal()
  const clone = temporaryFolder()
  linkFiles((await original).path, clone.path)
  return clone
}

let original: Promise<TemporaryFolder & { readonly written: readonly string[] }> | undefined

async function makeOriginal() {
  await buildIfStale(client, () => {})
  const clone = makeClone()
  for (const { path } of [client, dashboard, docs]) {
    cpSync(join(repository, path), join(clone.path, path), { recursive: true })
  }
  return { ...clone, written: lastWrites(clone.path) }
}

atFileEnd(async () => {
  const used = await original
  original = undefined
  if (used === undefined) return
  const now = lastWrites(used.path)
  used.remove()
  const changed = used.written.filter((line) => !now.includes(line))
  if (changed.length > 0) throw new Error(`Files that all clones share were written to: ${changed.join("; ")}`)
})

function linkFiles(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.isFile()) linkSync(source, target)
    else {
      mkdirSync(target)
      linkFiles(source, target)
    }
  }
}

/** Of every file, one line each. Packages are links, which lead to files of the repository. */
function lastWrites(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return lastWrites(path)
    if (!entry.isFile()) return []
    const { mtimeMs, size } = statSync(path)
    return [`${path} ${mtimeMs} ${size}`]
  })
}

/** What a developer has who has cloned the repository and installed its packages: files of their own, nothing running. */
export function makeClone(): TemporaryFolder {
  const folder = temporaryFolder()
  const isOwn = (path: string) => !madeLater.has(path.slice(path.lastIndexOf("/") + 1))
  for (const name of readdirSync(repository).filter((entry) => isOwn(entry) && !unused.has(entry))) {
    cpSync(join(repository, name), join(folder.path, name), { recursive: true, filter: isOwn })
  }
  lendPackages(join(folder.path, "node_modules"))
  return folder
}

/** The packages are lent one by one, so that the client among them is the clone's own. */
function lendPackages(modules: string): void {
  mkdirSync(join(modules, "@keyward"), { recursive: true })
  symlinkSync("../../sdk", join(modules, "@keyward", "client"))
  const lent = join(repository, "node_modules")
  for (const name of readdirSync(lent).filter((entry) => entry !== "@keyward")) {
    symlinkSync(join(lent, name), join(modules, name))
  }
}
