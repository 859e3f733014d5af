import type { Subprocess } from "bun"
import type { Flood } from "../../../test/verifiers/flood-frames.ts"
import { attach } from "../../../test/verifiers/raw-verifier.ts"
import type { Attack } from "../attack.ts"

const program = `${import.meta.dir}/../../../test/verifiers/flood-frames.ts`
const connections = 4

export const framesOfRows: Attack = {
  what: "frames of 1,000 rows from local verifiers, as fast as 4 connections send them, with 60 requests a minute",
  fills: "rows of verifiers",
  async start({ port, call, callAsOperator, createTenant }) {
    const { workspaceId, rootKey, apiId } = await createTenant()
    const { key } = await call("keys.createKey", { apiId }, rootKey)
    const url = `http://127.0.0.1:${port}`
    const raw = await attach(url, rootKey)
    const { record } = await raw.ask(key)
    raw.close()
    await callAsOperator("workspaces.updateWorkspace", { workspaceId, limits: { requestsPerMinute: 60 } })
    const options: Flood = { url, rootKey, connections, frames: { rowsWith: record.ticket } }
    const child = Bun.spawn([process.execPath, program, JSON.stringify(options)], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    await begun(child)
    return {
      async stop() {
        child.kill()
        await child.exited
      },
    }
  },
}

async function begun({ stdout }: Subprocess<"ignore", "pipe", "inherit">): Promise<void> {
  const reader = stdout.getReader()
  await reader.read()
  // What it writes later must not fill the pipe.
  void (async () => {
    while (!(await reader.read()).done);
  })()
}
