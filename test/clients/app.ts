import { join } from "node:path"
import type { TestServer } from "../harness/harness.ts"
import { startProcess } from "../services/child-process.ts"

export interface App {
  /** What the application answers to a caller with this key. */
  get(path: string, key?: string): Promise<{ readonly status: number; readonly body: unknown }>
  stop(): void
}

export interface AppStart {
  readonly name: "hono" | "nextjs"
  readonly rootKey: string
  /** How its calls to api.unkey.com reach the server. */
  readonly environment: Readonly<Record<string, string>>
  readonly preload?: string
}

const folder = join(import.meta.dir, "apps")

/** An application of its own process, with the middleware as it was published. */
export async function startApp({ name, rootKey, environment, preload }: AppStart): Promise<App> {
  const flags = preload === undefined ? [] : ["--preload", join(folder, preload)]
  const child = startProcess({
    command: [process.execPath, ...flags, join(folder, `${name}.ts`)],
    env: { UNKEY_ROOT_KEY: rootKey, ...environment },
  })
  const [, origin] = await child.waitForOutput(/listening on (\S+)/)
  return {
    async get(path, key) {
      const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` }
      const response = await fetch(`${origin}${path}`, { headers })
      const text = await response.text()
      return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text }
    },
    stop: () => child.kill("SIGTERM"),
  }
}

/** A root key of a workspace that has used up its requests of this minute, for every minute of a standing clock. */
export async function createLimitedRootKey(keyward: TestServer): Promise<string> {
  const { workspaceId, rootKey } = await keyward.createWorkspace()
  const change = { workspaceId, limits: { requestsPerMinute: 1 } }
  await keyward.ok("workspaces.updateWorkspace", change, { key: keyward.operatorKey })
  await keyward.ok("apis.listApis", {}, { key: rootKey })
  return rootKey
}
