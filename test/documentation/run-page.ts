import { createDatabase } from "../services/postgres.ts"
import { sharedRedisUrl } from "../services/redis.ts"
import { type Desk, exampleDatabase, openDesk, startsKeyward } from "./desk.ts"
import type { Installation } from "./installation.ts"
import { keepRunning } from "./kept-running.ts"
import { type Block, isRun, placeOf } from "./page.ts"
import { isShown } from "./shown.ts"

/**
 * Pastes a page into a shell from top to bottom, in a clone of its own and against the Keyward of the installation. The
 * reader of the page has `keyward` in PATH, and in KEYWARD_URL and KEYWARD_KEY what the quick start told to put there; a
 * page that starts Keyward begins without those.
 */
export async function runPage(blocks: readonly Block[], installation: Installation): Promise<void> {
  await using desk = await openDesk(blocks, installation)
  for (const [index, block] of blocks.entries()) {
    if (!isRun(block)) continue
    const output = await pasted(desk, block)
    const next = blocks[index + 1]
    if (next === undefined || !/^(text|json)$/.test(next.language) || isShown(next.text, next.language, output))
      continue
    throw new Error(`${placeOf(next)} shows\n${next.text}\nbut ${placeOf(block)} printed\n${output}`)
  }
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
    // Another page may need the keys of this start, if it is the first.
    await desk.keys()
    return desk.keyward.output()
  }
  await desk.application?.stop()
  desk.application = await keepRunning(lines, application, { cwd, env: { ...env, PORT: String(application) } })
  return desk.application.output()
}

/** What readers replace by what is theirs, and the ports that stand for free ones here. */
async function filledIn(desk: Desk, text: string): Promise<string> {
  if (text.includes(exampleDatabase)) desk.database ??= await createDatabase()
  const keys = /kw_\w+_\.\.\./.test(text) ? await desk.keys() : undefined
  const lines = text
    .replaceAll("localhost:8080", `localhost:${desk.ports.keyward}`)
    .replaceAll("localhost:3000", `localhost:${desk.ports.application}`)
    .replaceAll("kw_root_...", keys?.KEYWARD_KEY ?? "kw_root_...")
    .replaceAll("kw_op_...", keys?.OPERATOR_KEY ?? "kw_op_...")
    .replaceAll(exampleDatabase, desk.database?.url ?? exampleDatabase)
    .replaceAll("redis://user:password@host:6379/0", () => sharedRedisUrl(9))
  const open = /\S*(\.\.\.|…)\S*/.exec(lines)?.[0]
  if (open !== undefined) throw new Error(`cannot be pasted: nobody says what to put for ${open}`)
  return lines
}
