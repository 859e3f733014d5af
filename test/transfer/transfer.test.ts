import { describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { runHere } from "../cli/cli.ts"
import { type EngineName, startKeyward, type TestServer } from "../harness/harness.ts"
import { createRandom } from "../harness/random.ts"
import { seed as firstSeed } from "../harness/seed.ts"
import { testFolder } from "../services/test-folder.ts"
import { settingOf } from "../storage/database.ts"
import { createRandomWorkspace, type RandomWorkspace } from "./random-workspace.ts"

const folder = testFolder()

const encryption = { KEYWARD_ENCRYPTION_KEY: randomBytes(32).toString("base64") }
const rounds = Number(process.env.KEYWARD_TEST_TRANSFER_ROUNDS ?? 2)

async function run(args: readonly string[], storage: string): Promise<string> {
  const { code, stdout, stderr } = await runHere(args, { env: { ...encryption, ...settingOf(storage) } })
  // A slow machine shows progress of exports and imports.
  const errors = stderr.replace(/^[\d,]+ of [\d,]+ (bytes imported|lines written) …\n/gm, "")
  expect({ args, code, errors, stdout: code === 0 ? "" : stdout }).toEqual({ args, code: 0, errors: "", stdout: "" })
  return stdout
}

/** Everything except the time of writing and the hash over it. */
function contentOf(path: string): readonly string[] {
  return readFileSync(path, "utf8").split("\n").slice(1, -2)
}

/** The result of a verification without time-dependent values. */
async function verdictOf(server: TestServer, key: string, { rootKey }: RandomWorkspace) {
  const asked = { key, ip: "192.0.2.1", permissions: "area0.read OR area1.read", credits: { cost: 0 } }
  const verdict = await server.ok("keys.verifyKey", asked, { key: rootKey })
  const limits = verdict.ratelimits?.map(({ reset: _reset, remaining: _remaining, ...limit }: object & Limit) => limit)
  return { ...verdict, ratelimits: limits }
}

interface Limit {
  readonly reset: number
  readonly remaining: number
}

/** An installation that was never served, or one that is running, if the engine can be shared. */
async function importInto(engine: EngineName, file: string): Promise<{ server: TestServer; storage: string }> {
  if (engine === "postgres") {
    const server = await startKeyward({ engine, environment: encryption })
    await run(["import", file], server.storage)
    return { server, storage: server.storage }
  }
  const data = folder.newPath()
  await run(["migrate"], data)
  await run(["import", file], data)
  const server = await startKeyward({ engine, environment: { ...encryption, KEYWARD_DATA_DIR: data } })
  return { server, storage: data }
}

describe.each([
  ["sqlite", "postgres"],
  ["postgres", "sqlite"],
] as const)("a workspace that moves from %s to %s", (from, to) => {
  test(`is the same in every line, and its keys get the same verdicts, in ${rounds} random workspaces`, async () => {
    const source = await startKeyward({ engine: from, environment: encryption })
    for (let round = 0; round < rounds; round++) {
      const seed = firstSeed + round
      try {
        await moveOne(source, to, seed)
      } catch (error) {
        throw new Error(`With KEYWARD_TEST_SEED=${seed}: ${error instanceof Error ? error.message : error}`, {
          cause: error,
        })
      }
    }
    await source.stop()
  })
})

async function moveOne(source: TestServer, to: EngineName, seed: number): Promise<void> {
  const workspace = await createRandomWorkspace(source, createRandom(seed))
  const name = folder.newPath()
  const [there, back] = [`${name}-there`, `${name}-back`]
  // Usage is stored once a second.
  await Bun.sleep(1_200)
  await run(["export", there, "--workspace", workspace.workspaceId], source.storage)
  const { server: target, storage } = await importInto(to, there)
  await run(["export", back, "--workspace", workspace.workspaceId], storage)
  expect(contentOf(back)).toEqual(contentOf(there))
  for (const key of workspace.keys) {
    expect(await verdictOf(target, key, workspace)).toEqual(await verdictOf(source, key, workspace))
  }
  await target.stop()
}
