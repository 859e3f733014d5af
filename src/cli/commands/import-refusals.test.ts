import { describe, expect, test } from "bun:test"
import { readFileSync, writeFileSync } from "node:fs"
import { runHere } from "../../../test/cli.ts"
import { failure } from "../../../test/cli-failure.ts"
import { countRows } from "../../../test/database.ts"
import { linesIn, writeLines } from "../../../test/transfer/export-file.ts"
import { exportWorld, idLike, run } from "../../../test/transfer/exported-world.ts"

const { changed, file, folder, newInstallation, server: source, world } = await exportWorld()

describe("lines that cannot be imported", () => {
  test("are refused one by one with their reason, together with what refers to them; the rest comes in", async () => {
    const storage = await newInstallation()
    const path = changed((line) => {
      if (line.kind === "permission") return { ...line, slug: "and" }
      if (line.kind === "override") return { ...line, limit: -1, colour: "blue" }
      if (line.kind === "identity") return { ...line, meta: [] }
      return line
    })
    const { code, stdout } = await run(["import", path], storage)
    expect(code).toBe(1)
    expect(stdout).toContain(
      `line 6: permission ${world.permissionId} refused: \`slug\` must not be the word \`and\` or \`or\`.\n`,
    )
    expect(stdout).toContain(
      `role ${world.roleId} refused: it refers to the permission ${world.permissionId}, which does not exist.\n`,
    )
    expect(stdout).toContain(`identity ${world.identityId} refused: \`meta\` must be a JSON object.\n`)
    expect(stdout).toContain(
      `key ${world.keyId} refused: it refers to the permission ${world.permissionId}, which does not exist.\n`,
    )
    expect(stdout).toMatch(
      /override rlor_\w+ refused: `limit` must be at least 0; `colour` is not a field of this line\.\n/,
    )
    expect(stdout).toContain("Imported: 1 workspace, 2 root keys, 1 API, 1 migration, 1 key, 1 namespace.\n")
  })

  test("because the file has them twice", async () => {
    const path = folder.newPath(".ndjson")
    const lines = linesIn(file)
    const at = lines.findIndex(({ kind }) => kind === "key")
    const twin = { ...lines[at], id: idLike(lines[at].id, 7), ratelimits: [] }
    writeLines(path, lines.toSpliced(at + 1, 0, twin))
    for (const mode of [["--dry-run"], []]) {
      const { code, stdout } = await run(["import", path, ...mode], await newInstallation())
      expect(code).toBe(1)
      expect(stdout).toContain(`key ${twin.id} refused: another line of the file has its id, its name or its hash.\n`)
    }
  })

  test("because what they need is taken in the installation", async () => {
    const { storage } = source
    const { workspaceId } = await source.createWorkspace("Another")
    const { code, stdout } = await run(["import", file, "--into", workspaceId, "--dry-run"], storage)
    expect(code).toBe(1)
    expect(stdout).toContain(`API ${world.apiId} refused: the id ${world.apiId} belongs to a deleted object`)
    expect(stdout).toContain("Would be imported: nothing.\n")
    const mapped = await run(["import", file, "--into", workspaceId, "--new-ids", "--dry-run"], storage)
    // Other workspaces keep no hash from it.
    expect(mapped.stdout).toContain(
      "1 API, 1 permission, 1 role, 1 identity, 1 migration, 2 keys, 1 namespace, 1 override.",
    )
  })
})

describe("a file that is not whole", () => {
  test("changes nothing at all", async () => {
    const storage = await newInstallation()
    const text = readFileSync(file, "utf8")
    const path = folder.newPath()
    const broken = [
      [text.slice(0, -200), "not JSON"],
      [text.split("\n").slice(0, -2).join("\n"), "The file was truncated"],
      [text.replace('"enabled":true', '"enabled":false'), "The file was altered"],
      [text.replace('"version":2', '"version":9'), "version 9 of the export format"],
      ["hash\nabc\n", "To import a CSV file, add --from csv."],
      ["", "The file is empty."],
    ] as const
    for (const [content, message] of broken) {
      writeFileSync(path, content)
      for (const mode of [["--dry-run"], []]) {
        expect(await run(["import", path, ...mode], storage)).toEqual(failure(1, message))
      }
    }
    expect(await countRows({ storage }, "workspaces")).toBe(0)
    expect(await countRows({ storage }, "events")).toBe(0)
  })

  test("because it is missing or a folder is named", async () => {
    const storage = await newInstallation()
    expect((await run(["import", folder.newPath()], storage)).stderr).toContain("There is no file")
    expect((await run(["import", folder.path], storage)).stderr).toContain("is not a file. Name the file to import.")
  })
})

test("the report can be had as JSON", async () => {
  const storage = await newInstallation()
  const path = changed((line) => (line.kind === "override" ? { ...line, limit: -1 } : line))
  const { code, stdout } = await run(["import", path, "--json", "--dry-run"], storage)
  expect(code).toBe(1)
  const report = JSON.parse(stdout)
  expect(report.imported).toMatchObject({ workspace: 1, key: 2 })
  expect(report.refusals).toHaveLength(1)
  expect(report.refusals[0]).toMatchObject({ id: world.overrideId, reason: "`limit` must be at least 0" })
})

test.each([
  [["import"], "Name the file to import."],
  [["import", "a", "b"], 'Unexpected argument "b"'],
  [["import", "a", "--new-ids"], "--new-ids needs --into."],
  [["import", "a", "--api", "api_1"], "--api needs --from csv or --from better-auth."],
  [["import", "a", "--from", "excel"], '--from must be one of keyward, csv, better-auth, not "excel".'],
  [["import", "--from", "csv", "a"], "--api is missing"],
  [["import", "--from", "csv", "a", "--into", "ws"], "--into cannot be used with --from csv."],
  [["import", "--from", "better-auth", "--api", "x"], "--source is missing"],
  [["import", "--from", "better-auth", "a", "--api", "x"], "Did you mean --source a?"],
  [
    ["import", "--from", "better-auth", "--api", "x", "--source", "mysql://x"],
    "--source must be sqlite:FILE or an address",
  ],
  [["import", "--from", "better-auth", "--api", "x", "--source", "env:NOT_SET"], "NOT_SET is not set"],
])("the command line %j is wrong", async (args, message) => {
  expect(await runHere(args)).toEqual(failure(2, message))
})
