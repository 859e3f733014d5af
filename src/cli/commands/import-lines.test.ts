import { describe, expect, test } from "bun:test"
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
    expect(stdout).toContain(
      "Imported: 1 workspace, 2 root keys, 1 API, 1 plan, 1 migration, 1 key, 1 namespace, 1 webhook, 1 portal.\n",
    )
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
      "1 API, 1 permission, 1 role, 1 plan, 1 identity, 1 migration, 2 keys, 1 namespace, 1 override, 1 webhook, 1 portal.",
    )
  })
})
