import { dirname, join } from "node:path"
import { findFreePort } from "../../scripts/test/service.ts"
import { firstKeysIn } from "../first-keys.ts"
import { createDatabase, type Database } from "../services/postgres.ts"
import { sharedRedisUrl } from "../services/redis.ts"
import { until } from "../until.ts"
import { makeClone } from "./clone.ts"
import { keepRunning, type Running } from "./kept-running.ts"
import { type Block, isRun, placeOf } from "./page.ts"
import { openShell, type Place, type Shell } from "./shell.ts"
import { isShown } from "./shown.ts"

/**
 * Pastes a page into a shell from top to bottom, in a clone of its own and against a Keyward of its own. The reader of the
 * page has `keyward` in PATH, and in KEYWARD_URL and KEYWARD_KEY what the quick start told to put there; a page that
 * starts Keyward by itself begins without those.
 */
export async function runPage(blocks: readonly Block[]): Promise<void> {
  await using desk = await openDesk(blocks)
  for (const [index, block] of blocks.entries()) {
    if (!isRun(block)) continue
    const output = await pasted(desk, block)
    const next = blocks[index + 1]
    if (next === undefined || !/^(text|json)$/.test(next.language) || isShown(next.text, next.language, output))
      continue
    throw new Error(`${placeOf(next)} shows\n${next.text}\nbut ${placeOf(block)} printed\n${output}`)
  }
}

/** What the reader of one page has. */
interface Desk {
  readonly shell: Shell
  readonly ports: { readonly keyward: number; readonly application: number }
  keyward: Running | undefined
  application: Running | undefined
  database: Database | undefined
  [Symbol.asyncDispose](): Promise<void>
}

async function openDesk(blocks: readonly Block[]): Promise<Desk> {
  const clone = makeClone()
  const ports = { keyward: await findFreePort(), application: await findFreePort() }
  const giveUp = (cause: Error) => {
    clone.remove()
    throw new Error(`${blocks[0]?.page}: Keyward, which this page needs, ${cause.message}`, { cause })
  }
  const place = { cwd: clone.path, env: environment(clone.path) }
  const isExpected =
    blocks.some((block) => isRun(block) && /keyward|examples/i.test(block.text)) && !blocks.some(startsKeyward)
  const keyward = isExpected ? await serve(place, ports.keyward).catch(giveUp) : undefined
  const known =
    keyward === undefined ? {} : { KEYWARD_URL: `http://localhost:${ports.keyward}`, ...(await keysIn(keyward)) }
  const desk: Desk = {
    shell: openShell({ ...place, env: { ...place.env, ...known } }),
    ports,
    keyward,
    application: undefined,
    database: undefined,
    async [Symbol.asyncDispose]() {
      desk.shell.end()
      await Promise.all([desk.keyward?.stop(), desk.application?.stop()])
      await desk.database?.drop()
      clone.remove()
    },
  }
  return desk
}

/** Nothing of the person who runs the tests reaches the page: no settings, no stored logins. */
function environment(clone: string): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(KEYWARD_|FORCE_COLOR|CI$|npm_)/.test(name))
  // The executable that `npm test` has built starts faster than the clone, from which `npm start` runs.
  const keyward = process.env.KEYWARD_TEST_PROGRAM ?? join(clone, "bin", "keyward")
  const own = { PATH: `${dirname(keyward)}:${process.env.PATH}`, HOME: clone, NEXT_TELEMETRY_DISABLED: "1" }
  return { ...Object.fromEntries(kept.map(([name, value = ""]) => [name, value])), ...own }
}

async function serve({ cwd, env }: Place, port: number): Promise<Running> {
  return keepRunning("exec keyward serve", port, { cwd, env: { ...env, KEYWARD_PORT: String(port) } })
}

function startsKeyward({ language, note, text }: Block): boolean {
  return language === "sh" && note === "background" && /\bnpm start\b|\bkeyward serve\b/.test(text)
}

/** The first start hands them over, shortly after it has begun to listen. */
async function keysIn(keyward: Running): Promise<{ KEYWARD_KEY: string; OPERATOR_KEY: string }> {
  const { rootKey, operatorKey } = await until(
    () => firstKeysIn(keyward.output()),
    () => `Keyward named no keys:\n${keyward.output()}`,
  )
  return { KEYWARD_KEY: rootKey, OPERATOR_KEY: operatorKey }
}

async function pasted(desk: Desk, block: Block): Promise<string> {
  try {
    const lines = await filledIn(desk, block.text)
    if (block.note !== "background") return await desk.shell.paste(lines)
    return await runInBackground(desk, block, lines)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${placeOf(block)}: this block ${reason}\nThe block:\n${block.text}`, { cause })
  }
}

/** As in another terminal of the same reader. One Keyward and one application run at a time. */
async function runInBackground(desk: Desk, block: Block, lines: string): Promise<string> {
  const { cwd, env } = await desk.shell.surroundings()
  const { keyward, application } = desk.ports
  if (startsKeyward(block)) {
    await desk.keyward?.stop()
    desk.keyward = await keepRunning(lines, keyward, { cwd, env: { ...env, KEYWARD_PORT: String(keyward) } })
    return desk.keyward.output()
  }
  await desk.application?.stop()
  desk.application = await keepRunning(lines, application, { cwd, env: { ...env, PORT: String(application) } })
  return desk.application.output()
}

/** What readers replace by what is theirs, and the ports that stand for free ones here. */
async function filledIn(desk: Desk, text: string): Promise<string> {
  const database = "postgres://user:password@host:5432/keyward"
  if (text.includes(database)) desk.database ??= await createDatabase()
  const keys = /kw_\w+_\.\.\./.test(text) && desk.keyward !== undefined ? await keysIn(desk.keyward) : undefined
  const lines = text
    .replaceAll("localhost:8080", `localhost:${desk.ports.keyward}`)
    .replaceAll("localhost:3000", `localhost:${desk.ports.application}`)
    .replaceAll("kw_root_...", keys?.KEYWARD_KEY ?? "kw_root_...")
    .replaceAll("kw_op_...", keys?.OPERATOR_KEY ?? "kw_op_...")
    .replaceAll(database, desk.database?.url ?? database)
    .replaceAll("redis://user:password@host:6379/0", () => sharedRedisUrl(9))
  const open = /\S*(\.\.\.|…)\S*/.exec(lines)?.[0]
  if (open !== undefined) throw new Error(`cannot be pasted: nobody says what to put for ${open}`)
  return lines
}
