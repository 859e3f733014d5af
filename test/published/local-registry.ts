import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { packages } from "../../package-lock.json"
import { temporaryFolder } from "../services/temporary-folder.ts"

export interface Registry {
  readonly url: string
  stop(): Promise<void>
}

const repository = join(import.meta.dir, "..", "..")

/** An npm registry that has what is installed here, as it was before any install script ran. It needs no network. */
export function startRegistry(): Registry {
  const folder = temporaryFolder()
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch({ url }): Response {
      const { origin, pathname } = new URL(url)
      const name = decodeURIComponent(pathname.slice(1))
      if (name.endsWith(".tar")) return new Response(Bun.file(pack(name.replace(/\.tar$/, ""), folder.path)))
      const described = describePackage(name, origin)
      return described === undefined ? new Response(null, { status: 404 }) : Response.json(described)
    },
  })
  return {
    url: server.url.href,
    async stop() {
      await server.stop(true)
      folder.remove()
    },
  }
}

/** The lock file knows what a registry tells of a package, and for which platforms it is. Some have several versions. */
function describePackage(name: string, origin: string): object | undefined {
  const folder = `node_modules/${name}`
  const places = Object.entries<object>(packages).filter(([path]) => path === folder || path.endsWith(`/${folder}`))
  const versions = places.flatMap(([path, locked]) => {
    if (!("version" in locked)) return []
    const tarball = `${origin}/${encodeURIComponent(path)}.tar`
    // Without `integrity`, which is that of the original archive.
    return [[String(locked.version), { ...locked, integrity: undefined, name, dist: { tarball } }] as const]
  })
  const [first] = versions
  return first && { name, "dist-tags": { latest: first[0] }, versions: Object.fromEntries(versions) }
}

function pack(path: string, folder: string): string {
  const [source, stage] = [join(repository, path), join(folder, path)]
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)
  const files = join(stage, "package")
  mkdirSync(files, { recursive: true })
  const isBun = name === "bun" || name.startsWith("@oven/")
  const entries = readdirSync(source).filter((entry) => entry !== "node_modules" && !(isBun && entry === "bin"))
  for (const entry of entries) symlinkSync(join(source, entry), join(files, entry))
  if (isBun) undoInstallScript(name, join(files, "bin"))
  const tarball = join(stage, "package.tar")
  const { success, stderr } = Bun.spawnSync(["tar", "-chf", tarball, "-C", stage, "package"])
  if (!success) throw new Error(`${name} could not be packed: ${stderr}`)
  return tarball
}

/** That script moves the program from the package of the platform into the place that the other one has kept for it. */
function undoInstallScript(name: string, folder: string): void {
  mkdirSync(folder)
  if (name === "bun") for (const place of ["bun.exe", "bunx.exe"]) writeFileSync(join(folder, place), "Not yet.\n")
  else symlinkSync(process.execPath, join(folder, "bun"))
}
