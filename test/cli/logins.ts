import { beforeEach } from "bun:test"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { testFolder } from "../services/test-folder.ts"
import { runHere } from "./cli.ts"

/** A server, and a home folder without profiles for each test of a file. */
export function serveLogins() {
  const server = serveKeyward({ engine: "sqlite" })
  const { path: home } = testFolder()
  const folder = join(home, ".config", "keyward")
  const env = { HOME: home }
  beforeEach(() => rmSync(folder, { recursive: true, force: true }))
  return {
    server,
    home,
    folder,
    file: join(folder, "profiles.json"),
    env,
    login: (key: string, ...args: readonly string[]) =>
      runHere(["login", "--url", server.url, ...args], { env, input: `${key}\n` }),
  }
}
