import { afterAll, beforeAll, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { makeRunFolder } from "../../scripts/test/run-folder.ts"
import { builtExecutable, startServe } from "../cli/cli.ts"
import { ask } from "../requests/ask.ts"
import { startProcess } from "../services/child-process.ts"
import { findInstalledPostgres, startInstalledPostgres } from "../services/installed-postgres.ts"
import { createDatabase } from "../services/postgres.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"

const encryptionKey = randomBytes(32).toString("base64")
const operatorKey = "operator-key-of-the-production-page"
const folder = temporaryFolder()
const programs = join(folder.path, "bin")
let installation: { readonly data: string; readonly rootKey: string; readonly key: string }

/** The commands of the page, unchanged. */
function commandsOf(name: string): string {
  const [, commands] = readFileSync("docs/production.md", "utf8").split(`<!-- run: ${name} -->\n\`\`\`sh\n`)
  if (commands === undefined) throw new Error(`docs/production.md has no commands named ${name}.`)
  return commands.slice(0, commands.indexOf("```"))
}

/** Runs in a new folder with a copy of the installation as `data`. */
async function runCommands(
  name: string,
  env: Readonly<Record<string, string>> = {},
  printed = /Checked 1 workspace with \d+ intact events: all intact\.\n$/,
): Promise<string> {
  const cwd = join(folder.path, name)
  mkdirSync(cwd)
  cpSync(installation.data, join(cwd, "data"), { recursive: true })
  const path = [programs, env.PROGRAMS ?? programs, process.env.PATH].join(":")
  const child = startProcess({ command: ["sh", "-euc", commandsOf(name)], cwd, env: { ...env, PATH: path } })
  const { code } = await child.exit
  expect(code, child.stderr()).toBe(0)
  expect(child.stdout()).toMatch(printed)
  return cwd
}

/** The key of the installation still works, with one credit less each time, and new keys can be created. */
async function expectServed(env: Readonly<Record<string, string>>): Promise<void> {
  const served = await startServe([], { KEYWARD_OPERATOR_KEY: operatorKey, ...env })
  const { rootKey, key } = installation
  expect(await ask(served, "keys.verifyKey", { key }, rootKey)).toMatchObject({ code: "VALID", credits: 9 })
  const { apiId } = await ask(served, "apis.createApi", { name: "After" }, rootKey)
  await ask(served, "keys.createKey", { apiId }, rootKey)
  served.kill("SIGTERM")
  expect((await served.exit).code).toBe(0)
}

beforeAll(async () => {
  mkdirSync(programs)
  symlinkSync(builtExecutable(), join(programs, "keyward"))
  const data = join(folder.path, "data")
  const served = await startServe([], {
    KEYWARD_DATA_DIR: data,
    KEYWARD_OPERATOR_KEY: operatorKey,
    KEYWARD_ENCRYPTION_KEY: encryptionKey,
  })
  const { rootKey } = await ask(served, "workspaces.createWorkspace", { name: "Acme" }, operatorKey)
  const { apiId } = await ask(served, "apis.createApi", { name: "Payments" }, rootKey)
  const { key } = await ask(served, "keys.createKey", { apiId, credits: { remaining: 10 } }, rootKey)
  await ask(served, "keys.createKey", { apiId, recoverable: true }, rootKey)
  served.kill("SIGTERM")
  await served.exit
  installation = { data, rootKey, key }
})

afterAll(() => folder.remove())

test("a backup of the embedded database is restored by the commands of the page", async () => {
  const cwd = await runCommands("backup")
  await expectServed({ KEYWARD_DATA_DIR: join(cwd, "restored") })
})

test("the encryption key is replaced by the commands of the page", async () => {
  await runCommands("rotation", { OLD_KEY: encryptionKey }, /^Encrypted 1 recoverable key again.*You can remove/s)
})

test("an installation moves to PostgreSQL by the commands of the page, after a rehearsal", async () => {
  const [rehearsal, target] = [await createDatabase(), await createDatabase()]
  await runCommands("rehearsal", { REHEARSAL_URL: rehearsal.url })
  await runCommands("move", { TARGET_URL: target.url })
  for (const { url } of [rehearsal, target]) await expectServed({ KEYWARD_DATABASE_URL: url })
})

test("a PostgreSQL database is dumped and restored by the commands of the page", async () => {
  // The server from npm has no pg_dump, and another version's pg_dump refuses it.
  const found = findInstalledPostgres()
  if (found === undefined) return
  const place = makeRunFolder()
  const postgres = await startInstalledPostgres(found, join(place, "postgres"))
  try {
    const moving = startProcess({
      command: [join(programs, "keyward"), "copy", "--from", installation.data, "--to", postgres.url],
    })
    expect((await moving.exit).code).toBe(0)
    const restored = new URL(postgres.url)
    restored.pathname = "/restored"
    await runCommands("dump", {
      PROGRAMS: found,
      KEYWARD_DATABASE_URL: postgres.url,
      RESTORED_URL: restored.href,
    })
    await expectServed({ KEYWARD_DATABASE_URL: restored.href })
  } finally {
    await postgres.stop()
    rmSync(place, { recursive: true, force: true })
  }
})
