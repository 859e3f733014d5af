import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { findFreePort, type Service, startService } from "./service.ts"

/** A Redis or Valkey server without persistence. */
export async function startRedis(program: string, runFolder: string): Promise<Service> {
  const folder = join(runFolder, "redis")
  mkdirSync(folder)
  const port = await findFreePort()
  const settings = ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no", "--dir", folder]
  return startService({
    name: "redis",
    command: [program, ...settings],
    folder,
    url: `redis://127.0.0.1:${port}`,
    stopSignal: "SIGTERM",
  })
}
