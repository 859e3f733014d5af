import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { buildIfStale } from "../../scripts/build/built-folder.ts"
import { client } from "../../scripts/build/client.ts"
import { dashboard } from "../../scripts/build/dashboard.ts"
import { docs } from "../../scripts/build/docs.ts"
import { type TemporaryFolder, temporaryFolder } from "../services/temporary-folder.ts"

const repository = join(import.meta.dir, "..", "..")
const madeLater = new Set(["node_modules", "data", "dist", ".next"])
/** Nothing that a page does needs them, and they take time to copy. */
const unused = new Set([".git", "test", "bench"])

/** A clone of a developer who has also built what `npm start` and `npm run build:client` build. */
export async function makeBuiltClone(): Promise<TemporaryFolder> {
  await buildIfStale(client, () => {})
  const clone = makeClone()
  for (const { path } of [client, dashboard, docs]) {
    cpSync(join(repository, path), join(clone.path, path), { recursive: true })
  }
  return clone
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
