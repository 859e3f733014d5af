import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { createRandom } from "../harness/random.ts"
import { seed } from "../harness/seed.ts"
import { startsKeyward } from "./desk.ts"
import { createInstallation } from "./installation.ts"
import { notRun, runElsewhere } from "./not-run.ts"
import { type Block, blocksIn, isCommand, isRun, pages, placeOf } from "./page.ts"
import { runPage } from "./run-page.ts"

/** KEYWARD_TEST_SEED=<seed> repeats the order of a run. */
const wanted = process.env.KEYWARD_TEST_PAGES ?? ""
const blocks = new Map(pages().map((page) => [page, blocksIn(page)]))
const all = [...blocks.values()].flat()
const withCommands = [...blocks].filter(([, own]) => own.some(isRun)).map(([page]) => page)
const chosen = createRandom(seed).some(
  withCommands.filter((page) => page.includes(wanted)),
  withCommands.length,
)

const where = (list: readonly Block[]) => list.map(placeOf)

describe("blocks", () => {
  test("with commands are found on several pages", () => {
    expect(withCommands.length).toBeGreaterThan(1)
    expect(all.filter(isRun).length).toBeGreaterThan(5)
  })

  test("name their language; commands are sh where they are run, and console where they are not", () => {
    expect(where(all.filter(({ language }) => /^(|bash|shell|zsh|shell-session)$/.test(language)))).toEqual([])
  })

  test("of commands are run from top to bottom or kept running in the background, and nothing else", () => {
    expect(where(all.filter((block) => isCommand(block) && !/^(background)?$/.test(block.note)))).toEqual([])
  })

  test("of commands have no comments, which an interactive zsh does not know", () => {
    expect(where(all.filter((block) => isCommand(block) && /(^|\s)#/m.test(block.text)))).toEqual([])
  })

  test("that are not run are on the list, with the reason", () => {
    const shown = all.filter(({ language }) => language === "console")
    const listed = notRun.map(({ page, begins }) => `${page}: ${begins}`)
    expect(shown.map(({ page, text }) => `${page}: ${text.split("\n")[0]}`).sort()).toEqual(listed.sort())
  })

  test("with a name are run by the test of their page", () => {
    const strays = all.filter(({ page, name }) => {
      const by = runElsewhere[page]
      return name !== undefined && (by === undefined || !readFileSync(by, "utf8").includes(JSON.stringify(name)))
    })
    expect(where(strays)).toEqual([])
  })
})

describe(`every command works when pasted after any other page, with KEYWARD_TEST_SEED=${seed}:`, () => {
  const installation = createInstallation()
  const startsItself = (page: string) => (blocks.get(page) ?? []).some(startsKeyward)
  const runs = new Map(chosen.map((page) => [page, Promise.withResolvers<void>()]))

  async function runAll(waiting: string[]): Promise<void> {
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      const run = runPage(blocks.get(page) ?? [], installation)
      await run.then(runs.get(page)?.resolve, runs.get(page)?.reject)
    }
  }

  beforeAll(() => {
    for (const { promise } of runs.values()) promise.catch(() => undefined)
    // Two pages run side by side, because they wait for processes most of the time; only one Keyward starts at a time.
    const starting = chosen.filter(startsItself)
    const sharing = chosen.filter((page) => !startsItself(page))
    void runAll(starting).then(() => runAll(sharing))
    void runAll(sharing)
  })

  afterAll(() => installation.end())

  test.each(chosen)("%s", (page) => runs.get(page)?.promise)
})
