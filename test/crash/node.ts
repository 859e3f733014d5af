import { startCli } from "../cli/cli.ts"
import type { ChildProcess } from "../services/child-process.ts"
import { settingOf } from "../storage/database.ts"

export const operatorKey = "operator-key-of-the-crash-tests"

export interface Node extends ChildProcess {
  readonly url: string
}

/** `keyward serve` in a separate process, on a folder or a PostgreSQL database; throws if it does not start. */
export async function startNode(storage: string): Promise<Node> {
  const child = spawnNode(storage)
  const [, port] = await child.waitForOutput(/Keyward listens on \S+:(\d+)/)
  return { ...child, url: `http://127.0.0.1:${port}` }
}

/** The same, without waiting until it listens. */
export function spawnNode(storage: string): ChildProcess {
  return startCli(["serve", "--port", "0"], {
    KEYWARD_OPERATOR_KEY: operatorKey,
    ...settingOf(storage),
  })
}

export async function killNode(node: ChildProcess): Promise<void> {
  node.kill("SIGKILL")
  await node.exit
}
