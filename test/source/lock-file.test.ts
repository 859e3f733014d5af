import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { cpSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { startProcess } from "../services/child-process.ts"
import { type TemporaryFolder, temporaryFolder } from "../services/temporary-folder.ts"

const repository = join(import.meta.dir, "..", "..")
const dependencies = z.record(z.string(), z.string()).default({})
const Entry = z.looseObject({
  resolved: z.string().optional(),
  link: z.boolean().optional(),
  dependencies,
  devDependencies: dependencies,
  optionalDependencies: dependencies,
  peerDependencies: dependencies,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean() })).default({}),
})
const Lock = z.looseObject({ packages: z.record(z.string(), Entry) })
const lock = readLock(join(repository, "package-lock.json"))

/** An npm that has no cache and no network cannot find what is not in the lock file. */
const offline = ["--offline", "--ignore-scripts", "--loglevel=error"]

let clone: TemporaryFolder

beforeAll(() => {
  clone = temporaryFolder()
  for (const path of [".npmrc", "package.json", "package-lock.json", "sdk/package.json", "dashboard/package.json"])
    cpSync(join(repository, path), join(clone.path, path))
})

afterAll(() => clone.remove())

describe("the lock file", () => {
  test("has an entry for everything that a package needs, on every platform", () => {
    const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
      namesNeededBy(entry)
        .filter((name) => placesOf(name, path).every((place) => lock.packages[place] === undefined))
        .map((name) => `${path} needs ${name}`),
    )
    expect(missing).toEqual([])
  })

  test("names no registry", () => {
    const addresses = Object.values(lock.packages).flatMap(({ resolved, link }) => (resolved && !link ? resolved : []))
    expect(addresses).toEqual([])
  })

  test("lets npm ci install a fresh clone", async () => {
    expect(await npm("ci", "--dry-run")).toEqual({ code: 0, stderr: "" })
  })

  test("stays the same after npm install", async () => {
    expect(await npm("install", "--package-lock-only")).toEqual({ code: 0, stderr: "" })
    expect(withoutLibc(readLock(join(clone.path, "package-lock.json")))).toEqual(withoutLibc(lock))
  })
})

function readLock(path: string): z.output<typeof Lock> {
  return Lock.parse(JSON.parse(readFileSync(path, "utf8")))
}

function namesNeededBy(entry: z.output<typeof Entry>): readonly string[] {
  const peers = Object.keys(entry.peerDependencies).filter((name) => !entry.peerDependenciesMeta[name]?.optional)
  const { dependencies, devDependencies, optionalDependencies } = entry
  return [...Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }), ...peers]
}

/** The folders in which Node looks for a package, from `path` up to the root. */
function placesOf(name: string, path: string): readonly string[] {
  const own = join(path, "node_modules", name)
  if (path === "") return [own]
  const parent = path.lastIndexOf("/node_modules/")
  return [own, ...placesOf(name, parent === -1 ? "" : path.slice(0, parent))]
}

/** npm 10 leaves `libc` out of every lock file that it writes. */
function withoutLibc({ packages }: z.output<typeof Lock>): object {
  return Object.fromEntries(Object.entries(packages).map(([path, entry]) => [path, { ...entry, libc: undefined }]))
}

async function npm(...args: readonly string[]): Promise<{ code: number | null; stderr: string }> {
  const { exit, stderr } = startProcess({
    command: ["npm", ...args, ...offline, `--cache=${join(clone.path, "cache")}`],
    cwd: clone.path,
  })
  const { code } = await exit
  return { code, stderr: stderr() }
}
