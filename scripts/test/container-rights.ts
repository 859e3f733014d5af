import { existsSync } from "node:fs"

/** Why this process cannot build and start the container image; undefined if it can. */
export function whyNoContainers(): string | undefined {
  if (process.platform !== "linux" || !existsSync("/etc/debian_version")) return "this is not Debian"
  if (process.getuid?.() !== 0) return "this user is not root"
  if (!Bun.spawnSync(["unshare", "--mount", "--pid", "--fork", "true"]).success) return "root may not create namespaces"
  return undefined
}
