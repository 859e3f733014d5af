import { readFileSync } from "node:fs"
import { join } from "node:path"
import { findFreePort } from "../../../scripts/test/service.ts"
import type { Ran } from "../../cli/run-here.ts"
import { until } from "../../harness/until.ts"
import { type ChildProcess, type Exit, startProcess } from "../../services/child-process.ts"
import type { Image } from "./build.ts"

export interface Container {
  readonly url: string
  readonly process: ChildProcess
  /** As `docker exec`. */
  exec(command: readonly string[], variables?: readonly string[]): Promise<Ran>
  /** As `docker stop`. */
  stop(): Promise<Exit>
}

/** Starts the image as the first process of a PID namespace, which ignores signals that it does not handle. */
export async function startContainer({ root, config }: Image, volume: string): Promise<Container> {
  const port = await findFreePort()
  const environment = [...config.Env, `KEYWARD_PORT=${port}`]
  const start = ["sh", join(import.meta.dir, "start.sh"), root, volume, config.User]
  const child = startProcess({
    command: [...namespaces, ...start, ...environment, ...config.Entrypoint, ...config.Cmd],
    cwd: "/",
  })
  const firstProcess = () => {
    const [pid] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").split(" ").filter(Boolean)
    return pid
  }
  return {
    url: `http://localhost:${port}`,
    process: child,
    async exec(command, variables = []) {
      const pid = await until(firstProcess)
      const enter = ["nsenter", `--target=${pid}`, "--mount", "--pid", "--root", "--wd"]
      const user = ["setpriv", `--reuid=${config.User}`, `--regid=${config.User}`, "--clear-groups", "env", "-i"]
      const inside = startProcess({ command: [...enter, ...user, ...environment, ...variables, ...command], cwd: "/" })
      const { code } = await inside.exit
      return { code: code ?? -1, stdout: inside.stdout(), stderr: inside.stderr() }
    },
    async stop() {
      process.kill(Number(await until(firstProcess)), "SIGTERM")
      return child.exit
    },
  }
}

const namespaces = ["unshare", "--mount", "--pid", "--fork", "--kill-child=KILL"]
