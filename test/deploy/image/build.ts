import { join } from "node:path"
import { z } from "zod"

/** A built image, unpacked in a folder. */
export interface Image {
  readonly root: string
  readonly config: z.output<typeof Config>
}

const Config = z.object({
  User: z.string(),
  Env: z.array(z.string()),
  Entrypoint: z.array(z.string()),
  Cmd: z.array(z.string()),
  ExposedPorts: z.record(z.string(), z.object({})),
  Volumes: z.record(z.string(), z.object({})),
  Healthcheck: z.object({ Test: z.array(z.string()) }),
})
const Inspection = z.object({ Docker: z.object({ config: Config }) })

const repository = join(import.meta.dir, "..", "..", "..")
const path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

/** Builds deploy/Dockerfile without a daemon, on bases from files of this machine, because tests reach no container registry. */
export async function buildImage(folder: string): Promise<Image> {
  const buildah = (...args: readonly string[]) => {
    // The driver vfs needs no support of the kernel.
    const storage = ["--root", join(folder, "storage"), "--runroot", join(folder, "run"), "--storage-driver", "vfs"]
    return run(["buildah", ...storage, ...args])
  }
  // One container becomes both bases, in place: to add the files of a folder takes as long as to commit them.
  const base = await buildah("from", "scratch")
  const files = await buildah("mount", base)
  await buildah("config", "--env", path, base)
  await run(["sh", join(import.meta.dir, "make-base.sh"), files])
  await buildah("commit", "--quiet", base, "docker.io/library/debian:bookworm-slim")
  await run(["sh", join(import.meta.dir, "add-node.sh"), files])
  await buildah("commit", "--quiet", "--rm", base, "docker.io/library/node:24-bookworm-slim")
  const cache = `${await run(["npm", "config", "get", "cache"])}:/root/.npm`
  // Isolation by chroot needs no container runtime. The format of Docker has a health check, and that of OCI has none.
  const how = ["--isolation=chroot", "--pull-never", "--format=docker", `--volume=${cache}`]
  await buildah("build", "--quiet", ...how, "--file=deploy/Dockerfile", "--tag=keyward", ".")
  const { Docker } = Inspection.parse(JSON.parse(await buildah("inspect", "--type=image", "keyward")))
  const container = await buildah("from", "--pull-never", "keyward")
  return { root: await buildah("mount", container), config: Docker.config }
}

/** Returns the standard output without the last line break. Throws with everything that the command printed. */
async function run(command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { cwd: repository, stdio: ["ignore", "pipe", "pipe"] })
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${stdout}${stderr}`)
  return stdout.trimEnd()
}
