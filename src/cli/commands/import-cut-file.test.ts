import { describe, expect, test } from "bun:test"
import { readFileSync, writeFileSync } from "node:fs"
import { runHere } from "../../../test/cli/cli.ts"
import { failure } from "../../../test/cli/failure.ts"
import { countRows } from "../../../test/storage/database.ts"
import { exportWorld, run } from "../../../test/transfer/exported-world.ts"

const { changed, file, folder, newInstallation, world } = await exportWorld()

describe("a file that is not whole", () => {
  test("changes nothing at all", async () => {
    const storage = await newInstallation()
    const text = readFileSync(file, "utf8")
    const path = folder.newPath()
    const broken = [
      [text.slice(0, -200), "not JSON"],
      [text.split("\n").slice(0, -2).join("\n"), "The file was truncated"],
      [text.replace('"enabled":true', '"enabled":false'), "The file was altered"],
      [text.replace('"version":6', '"version":9'), "version 9 of the export format"],
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
