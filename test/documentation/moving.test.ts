import { Database } from "bun:sqlite"
import { beforeAll, describe, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import * as format from "../../src/transfer/format.ts"
import { kinds } from "../../src/transfer/kinds/index.ts"
import { builtExecutable, runHere } from "../cli/cli.ts"
import { startKeyward } from "../harness/harness.ts"
import { createWorld } from "../harness/world.ts"
import { startProcess } from "../services/child-process.ts"
import { testFolder } from "../services/test-folder.ts"
import { blocksIn, isCommand } from "./page.ts"

const folder = testFolder()

const ids: Record<string, string> = {}

/**
 * The folder that the pages assume: an installation as `data`, another as `shared-data`, a better-auth as `auth.db`.
 */
beforeAll(async () => {
  mkdirSync(join(folder.path, "bin"))
  symlinkSync(builtExecutable(), join(folder.path, "bin", "keyward"))
  const source = await startKeyward({ engine: "sqlite", environment: { KEYWARD_DATA_DIR: join(folder.path, "data") } })
  const { workspaceId, apiId } = await createWorld(source)
  await source.stop()
  const shared = { KEYWARD_DATA_DIR: join(folder.path, "shared-data") }
  const target = await startKeyward({ engine: "sqlite", environment: shared })
  Object.assign(ids, { WORKSPACE_ID: workspaceId, API_ID: apiId, OTHER_WORKSPACE_ID: target.workspaceId })
  await target.stop()
  const auth = new Database(join(folder.path, "auth.db"), { create: true })
  auth.run("create table apikey (id text primary key, key text, userId text, enabled integer, createdAt date)")
  const key = createHash("sha256").update("secret").digest("base64url")
  auth.run("insert into apikey values ('1', ?, 'user_1', 1, '2025-01-01T00:00:00.000Z')", [key])
  auth.close()
})

/** Runs the lines in a shell with keyward in its PATH, in a copy of the folder. */
async function paste(lines: string): Promise<string> {
  const cwd = folder.newPath()
  mkdirSync(cwd)
  for (const name of ["data", "shared-data", "auth.db"]) {
    cpSync(join(folder.path, name), join(cwd, name), { recursive: true })
  }
  const env = { ...ids, PATH: `${join(folder.path, "bin")}:${process.env.PATH}` }
  const child = startProcess({ command: ["sh", "-euc", lines], cwd, env })
  const { code } = await child.exit
  expect({ code, stderr: withoutProgress(child.stderr()) }).toEqual({ code: 0, stderr: "" })
  return child.stdout()
}

/** A slow machine shows progress. */
function withoutProgress(text: string): string {
  return text.replaceAll(/^.* …\n/gm, "")
}

describe("docs/moving.md", () => {
  test("has commands that work, one after the other", async () => {
    const blocks = blocksIn("docs/moving.md").filter(isCommand)
    expect(blocks.map(({ name }) => name)).toEqual(["export", "import", "elsewhere", "csv", "betterauth", "leaving"])
    const printed = await paste(blocks.map(({ text }) => text).join("\n"))
    expect(printed.match(/^Imported: .*$/gm)).toEqual([
      "Imported: 1 workspace, 2 root keys, 1 API, 1 permission, 1 role, 1 plan, 1 identity, 1 migration, 1 key, 1 namespace, 1 override, 1 webhook, 1 portal.",
      "Imported: 1 API, 1 permission, 1 role, 1 plan, 1 identity, 1 migration, 1 key, 1 namespace, 1 override, 1 webhook, 1 portal.",
      "Imported: 1 key.",
      "Imported: 1 key.",
    ])
    const [, said] = /"sha256":"(\w+)"/.exec(printed) ?? []
    expect(printed.trimEnd().endsWith(`${said}  -`)).toBe(true)
  })
})

describe("the examples in the help", () => {
  test("of export and import work, one after the other", async () => {
    const helps = await Promise.all(["export", "import"].map((name) => runHere(["help", name])))
    const examples = helps.flatMap(
      ({ stdout }) =>
        stdout
          .split(/^Examples?:$/m)[1]
          ?.trim()
          .split("\n") ?? [],
    )
    expect(examples).toHaveLength(5)
    // The file comes from this installation, so everything exists; the CSV is the reader's own.
    const own = `printf 'hash\\n%s\\n' ${"ab".repeat(32)} > keys.csv`
    const printed = await paste([own, ...examples].join("\n"))
    expect(printed.match(/^(Would be i|I)mported: .*$/gm)).toEqual([
      "Would be imported: nothing.",
      "Imported: nothing.",
      "Imported: 1 key.",
      "Imported: 1 key.",
    ])
  })
})

describe("docs/export-format.md", () => {
  const page = readFileSync("docs/export-format.md", "utf8")
  const schemas = new Map([
    ...kinds.map(({ name, schema }) => [name, schema.shape] as const),
    ["event", format.eventEntry.shape] as const,
  ])

  test.each(format.kindNames)("names every member of %s, and says which may be left out", (kind) => {
    const [, described = ""] = new RegExp(`^\\| \`${kind}\` \\| (.*) \\|$`, "m").exec(page) ?? []
    const named = [...described.replaceAll(/\([^)]*\)/g, "").matchAll(/`(\w+\??)`/g)].map(([, name]) => name)
    const members = Object.entries(schemas.get(kind) ?? {}).filter(([name]) => name !== "kind")
    const wanted = members.map(([name, schema]) => `${name}${schema.isOptional() ? "?" : ""}`)
    expect(named.toSorted()).toEqual(wanted.toSorted())
  })

  test.each([
    ["header", format.header],
    ["trailer", format.trailer],
  ] as const)("names every member of the %s", (kind, { shape }) => {
    const [, section = ""] = page.split(`### \`${kind}\`\n`)
    const named = [...(section.split("\n#")[0] ?? "").matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    expect(named).toEqual(Object.keys(shape).filter((name) => name !== "kind"))
  })
})
