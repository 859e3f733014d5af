import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const rounds = 3

/** The shortest of several times from the start of `keyward serve` in a new folder until it listens. */
export async function measureStartUp(program: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await startOnce(program))
  return Math.min(...times)
}

async function startOnce(program: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "keyward-build-"))
  const startedAt = performance.now()
  const child = Bun.spawn([program, "serve", "--port", "0", "--data", join(folder, "data")], {
    cwd: folder,
    env: {},
    stdio: ["ignore", "pipe", "inherit"],
  })
  try {
    let said = ""
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      said += chunk
      if (said.includes("Keyward listens on")) return performance.now() - startedAt
    }
    throw new Error(`${program} serve ended with code ${await child.exited} before it listened.`)
  } finally {
    child.kill("SIGTERM")
    await child.exited
    rmSync(folder, { recursive: true, force: true })
  }
}
