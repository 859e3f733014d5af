import { afterAll, beforeEach, expect } from "bun:test"
import { startKeyward, type TestWorkspace } from "../harness/harness.ts"
import { type Ran, runHere } from "./cli.ts"

interface Asked {
  readonly key?: string
  readonly input?: string
  readonly columns?: number
}

/** A server for the tests of one file, with a workspace for each of them. */
export async function serveCalls() {
  const server = await startKeyward({ engine: "sqlite" })
  let workspace: TestWorkspace
  beforeEach(async () => {
    workspace = await server.createWorkspace()
  })
  afterAll(() => server.stop())

  /** `keyward …` with the root key of this test's workspace. */
  function keyward(args: readonly string[], { key = workspace.rootKey, ...given }: Asked = {}): Promise<Ran> {
    return runHere(args, { env: { KEYWARD_URL: server.url, KEYWARD_KEY: key }, ...given })
  }

  /** The answer as it came. */
  async function answered(args: readonly string[], asked?: Asked) {
    const { code, stdout, stderr } = await keyward([...args, "--json"], asked)
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    return JSON.parse(stdout)
  }

  const ok = (operation: string, body: unknown) => server.ok(operation, body, { key: workspace.rootKey })
  return { server, rootKey: () => workspace.rootKey, keyward, answered, ok }
}
