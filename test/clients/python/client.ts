import { afterAll, beforeAll } from "bun:test"
import { join } from "node:path"
import type { TestServer } from "../../harness/harness.ts"
import { lineReader } from "../lines.ts"
import { python } from "./python.ts"

/** The published Python client in a process of its own. */
export interface PythonClient {
  /** The client's answer to `keys.create_key` and the like, as it would be written in JSON; of lists all `pages`. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shape, which is the point of them.
  call(method: string, args?: object): Promise<any>
  /** As `call`, but only for its `data`. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  ok(method: string, args?: object): Promise<any>
  /** The client's exception as `NotFoundErrorResponse data/key_not_found`; `caller` is another root key than usual. */
  refusal(method: string, args?: object, caller?: string): Promise<string>
  /** Every method that the client has. */
  readonly methods: readonly string[]
  /** Methods of these groups that did not both succeed and get refused so far. */
  notShown(groups: readonly string[]): readonly string[]
  stop(): Promise<void>
}

/** A client for all tests of a `describe` block. Its members can be used once the tests run. */
export function connectPython(server: TestServer): PythonClient {
  const client = {} as PythonClient
  beforeAll(async () => {
    Object.assign(client, await startPythonClient(server))
  })
  afterAll(() => client.stop())
  return client
}

async function startPythonClient({ url, rootKey }: TestServer): Promise<PythonClient> {
  const command = [python(), "-I", join(import.meta.dir, "drive.py"), url]
  const child = Bun.spawn(command, { stdio: ["pipe", "pipe", "inherit"] })
  const nextLine = lineReader(child)
  const next = async () => JSON.parse(await nextLine())
  const methods: readonly string[] = await next()
  const shown = { success: new Set<string>(), refusal: new Set<string>() }

  const ask = async (method: string, args: object, caller = rootKey) => {
    child.stdin.write(`${JSON.stringify({ method, arguments: args, rootKey: caller })}\n`)
    child.stdin.flush()
    const answer = await next()
    if (answer.misunderstood) throw new Error(`${method}: ${answer.misunderstood}`)
    shown[answer.refusal ? "refusal" : "success"].add(method)
    return answer
  }
  const call: PythonClient["call"] = async (method, args = {}) => {
    const answer = await ask(method, args)
    if (answer.refusal) throw new Error(`${method} was refused: ${JSON.stringify(answer.refusal)}`)
    return answer
  }
  return {
    methods,
    call,
    ok: async (method, args) => (await call(method, args)).data,
    async refusal(method, args = {}, caller) {
      const { refusal } = await ask(method, args, caller)
      if (!refusal) throw new Error(`${method} was not refused.`)
      const { kind, status, body } = refusal
      if (body.error.status !== status) throw new Error(`${method}: ${status} is not what the body says.`)
      return `${kind} ${body.error.type.split("/").slice(-2).join("/")}`
    },
    notShown: (groups) =>
      methods
        .filter((method) => groups.some((group) => method.startsWith(`${group}.`)))
        .filter((method) => !shown.success.has(method) || !shown.refusal.has(method)),
    async stop() {
      child.stdin.end()
      await child.exited
    },
  }
}
