import { describe, expect, test } from "bun:test"
import { runHere } from "../cli/run-here.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"

/** These need a terminal that stays open, or the data folder of the server. Tests of their own run them. */
const isRunElsewhere = /--watch|setup-link/

const isForOperators = /^workspaces |--workspace installation/

const commands = await shownCommands()

/** The commands that empty pages show, as they stand in their sources. */
async function shownCommands(): Promise<readonly string[]> {
  const found: string[] = []
  for await (const path of new Bun.Glob("dashboard/src/**/*.tsx").scan(".")) {
    const source = await Bun.file(path).text()
    for (const [, , command = ""] of source.matchAll(/code=(['"])keyward (.*?)\1/g)) found.push(command)
  }
  return found.filter((command) => !isRunElsewhere.test(command)).sort()
}

/** As a shell would read them. A pattern outside quotes would be an error in some shells. */
function wordsOf(command: string): readonly string[] {
  expect(command.replace(/'[^']*'|"[^"]*"/g, "")).not.toMatch(/[*?[]/)
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => {
    return single ?? double ?? bare ?? ""
  })
}

describe("the commands of empty pages", () => {
  const server = serveKeyward({ engine: "sqlite" })

  test("are found", () => {
    expect(commands.length).toBeGreaterThan(6)
  })

  test.each(commands)("%s works in an empty workspace", async (command) => {
    const { rootKey } = await server.ok("workspaces.createWorkspace", { name: "Empty" }, { key: server.operatorKey })
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" }, { key: rootKey })
    const key = isForOperators.test(command) ? server.operatorKey : rootKey
    const args = wordsOf(command).map((word) => word.replace("$API_ID", apiId))
    const { code, stderr } = await runHere(args, { env: { KEYWARD_URL: server.url, KEYWARD_KEY: key } })
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  })
})
