import { Database } from "bun:sqlite"
import { expect } from "bun:test"
import { randomBytes } from "node:crypto"
import { cpSync } from "node:fs"
import { join } from "node:path"
import { type Ran, runHere, type ServedCli, startCli, startServe } from "../cli/cli.ts"
import { firstKeysOf } from "../harness/first-keys.ts"
import type { TestServer } from "../harness/harness.ts"
import { until } from "../harness/until.ts"
import { createWorld, type World } from "../harness/world.ts"
import { ask } from "../requests/ask.ts"
import { queryDatabase, settingOf } from "../storage/database.ts"

const encryptionKey = randomBytes(32).toString("base64")

/** The service on a folder or on PostgreSQL, in its own process. */
export function serve(storage: string): Promise<ServedCli> {
  return startServe([], { ...settingOf(storage), KEYWARD_ENCRYPTION_KEY: encryptionKey })
}

export async function stop(served: ServedCli): Promise<void> {
  served.kill("SIGTERM")
  expect((await served.exit).code).toBe(0)
}

export async function call(served: ServedCli, operation: string, body: unknown, key: string, headers = {}) {
  return fetch(`${served.url}/v2/${operation}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  })
}

export interface Installation {
  readonly data: string
  readonly operatorKey: string
  readonly world: World
}

/** An installation with one object of every kind, which was served once and stopped. */
export async function createInstallation(data: string): Promise<Installation> {
  const served = await serve(data)
  const { operatorKey } = firstKeysOf(served)
  const using: Pick<TestServer, "createWorkspace" | "ok"> = {
    createWorkspace: (name = "Test") => ask(served, "workspaces.createWorkspace", { name }, operatorKey),
    ok: (operation, body, options) => ask(served, operation, body, options?.key ?? operatorKey),
  }
  const world = await createWorld(using)
  expect(await ask(served, "keys.verifyKey", { key: world.key, tags: ["a=b"] }, world.rootKey)).toMatchObject({
    credits: 9,
  })
  await stop(served)
  return { data, operatorKey, world }
}

export const copy = (from: string, to: string, ...flags: string[]): Promise<Ran> =>
  runHere(["copy", "--from", from, "--to", to, ...flags])

/** Adds rows without references, because only their number matters. */
export function addManyRows(data: string, count: number): void {
  const file = new Database(join(data, "keyward.db"))
  file.run(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into verification_counts select 'ws_' || n, '2026-01', n from numbers`)
  file.close()
}

/**
 * Kills a copy when the target has so many rows, once for each number. A busy machine may look only when a copy has ended; then
 * all begins again in another target.
 */
export async function interruptedCopy(
  from: string,
  newTarget: () => string | Promise<string>,
  atRows: readonly number[],
): Promise<string> {
  for (;;) {
    const to = await newTarget()
    let isInterrupted = true
    for (const count of atRows) isInterrupted &&= await killCopy(from, to, count)
    if (isInterrupted) return to
  }
}

/** Whether rows are still missing in the target. */
async function killCopy(from: string, to: string, count: number): Promise<boolean> {
  const child = startCli(["copy", "--from", from, "--to", to])
  let hasEnded = false
  const end = child.exit.then(() => {
    hasEnded = true
  })
  await until(
    async () => hasEnded || (await copiedRows(to)) >= count,
    () => `There are no ${count} rows in the target.`,
  )
  child.kill("SIGKILL")
  await end
  return (await copiedRows(to)) >= count
}

/** What the target reports while its copy is unfinished, else none. */
async function copiedRows(storage: string): Promise<number> {
  const rows = await queryDatabase({ storage }, "select copied from unfinished_copy").catch(() => [])
  return Number(rows[0]?.copied ?? 0)
}

/** Copies the installation into another folder. */
export function duplicate({ data, ...rest }: Installation, copied: string): Installation {
  cpSync(data, copied, { recursive: true })
  return { ...rest, data: copied }
}
