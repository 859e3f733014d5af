import { describe, expect, test } from "bun:test"
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { findFreePort } from "../../../scripts/test/service.ts"
import { runProcess } from "../../../test/cli/cli.ts"
import { createDatabase } from "../../../test/services/postgres.ts"
import { testFolder } from "../../../test/services/test-folder.ts"

const { path, newPath: newFolder } = testFolder()

/** One clear message, the given exit code, and no stack trace. */
async function expectExit(
  expected: number,
  args: readonly string[],
  env: Record<string, string>,
  ...parts: readonly string[]
) {
  const { code, stdout, stderr } = await runProcess(["serve", ...args], { KEYWARD_PORT: "0", ...env })
  expect({ code, stdout }).toEqual({ code: expected, stdout: "" })
  // The log says that a new database has got its tables.
  const messages = stderr
    .trim()
    .split("\n")
    .filter((line) => !line.includes("has updated the schema"))
  expect(messages).toHaveLength(1)
  expect(stderr).not.toMatch(/^\s+at |node_modules|\.ts:\d/m)
  expect(stderr).not.toContain("secretpw")
  for (const part of parts) expect(stderr).toContain(part)
}

const expectRefusal = (args: readonly string[], env: Record<string, string>, ...messages: readonly string[]) =>
  expectExit(1, args, env, ...messages)

describe("refuses to start, and says what to do", () => {
  test("on a port that is taken, before it has touched anything", async () => {
    const port = await findFreePort()
    const other = Bun.serve({ hostname: "127.0.0.1", port, fetch: () => new Response() })
    const data = newFolder()
    await expectRefusal(["--data", data, "--port", String(port)], {}, `Port ${port} on 127.0.0.1 is in use`, "--port")
    expect(existsSync(data)).toBe(false)
    await other.stop(true)
  })

  test("with several wrong settings, and names each of them", async () => {
    const env = { KEYWARD_PORT: "eighty", KEYWARD_LOG: "xml", KEYWARD_OPERATOR_KEY: "secretpw" }
    const { code, stderr } = await runProcess(["serve", "--data", newFolder()], env)
    expect(code).toBe(2)
    expect(stderr.split("\n")).toEqual([
      "3 settings are wrong:",
      '  KEYWARD_PORT must be a port number from 0 to 65535, not "eighty".',
      "  KEYWARD_OPERATOR_KEY must have 16 to 512 visible ASCII characters.",
      '  KEYWARD_LOG must be json, text or otel, not "xml".',
      "`keyward serve --help` explains this command.",
      "",
    ])
  })

  test("on an address of another machine", async () => {
    await expectRefusal(
      ["--data", newFolder()],
      { KEYWARD_HOST: "192.0.2.1" },
      "192.0.2.1 is not an address of this machine",
      "KEYWARD_HOST",
    )
  })

  test("in a folder that cannot be created", async () => {
    const file = join(path, "a-file")
    writeFileSync(file, "")
    for (const data of [file, join(file, "below")]) {
      await expectRefusal(["--data", data], {}, `The data folder ${data} cannot be used`, "KEYWARD_DATA_DIR")
    }
  })

  test("in a folder that cannot be written", async () => {
    // Root may write anywhere but in /proc.
    const data = process.getuid?.() === 0 ? "/proc" : newFolder()
    if (data !== "/proc") {
      mkdirSync(data)
      chmodSync(data, 0o500)
    }
    await expectRefusal(["--data", data], {}, `The data folder ${data} cannot be used`, "--data")
  })

  test("on a file that is no database", async () => {
    const data = newFolder()
    mkdirSync(data)
    writeFileSync(join(data, "keyward.db"), "This is no database, whatever its name may say. ".repeat(100))
    await expectRefusal(["--data", data], {}, `The database ${join(data, "keyward.db")} cannot be read`, "backup")
  })

  test("on a database of a newer version", async () => {
    const data = newFolder()
    expect((await runProcess(["migrate", "--data", data])).code).toBe(0)
    const { Database } = await import("bun:sqlite")
    const file = new Database(join(data, "keyward.db"))
    file.run("insert into schema_migrations (name, applied_at) values ('9999-from-the-future', 0)")
    file.close()
    await expectRefusal(["--data", data], {}, "newer version", "9999-from-the-future", "Start that version.")
  })

  test("with a wrong setting, before it has touched anything", async () => {
    const data = newFolder()
    const env = { KEYWARD_DATABASE_URL: "mysql://u:secretpw@h/d" }
    await expectExit(2, ["--data", data], env, "KEYWARD_DATABASE_URL must have the form postgres://")
    expect(existsSync(data)).toBe(false)
  })

  test("with a wrong flag, called by its name", async () => {
    await expectExit(2, ["--port", "70000"], {}, '--port must be a port number from 0 to 65535, not "70000".')
  })

  test("without a Postgres that it could reach, and without showing the password", async () => {
    const port = await findFreePort()
    const url = `postgres://user:secretpw@127.0.0.1:${port}/keyward`
    const { code, stderr } = await runProcess(["serve"], { KEYWARD_PORT: "0", KEYWARD_DATABASE_URL: url })
    expect(code).toBe(1)
    expect(stderr).toContain(`PostgreSQL at 127.0.0.1:${port} cannot be reached`)
    expect(stderr).toContain("KEYWARD_DATABASE_URL")
    expect(stderr).not.toContain("secretpw")
    expect(stderr.trim().split("\n")).toHaveLength(1)
  })

  test("without a Redis that it could reach, and without showing the password", async () => {
    const port = await findFreePort()
    const url = `redis://user:secretpw@127.0.0.1:${port}/1`
    const data = newFolder()
    await expectRefusal(
      ["--data", data, "--port", "0"],
      { KEYWARD_REDIS_URL: url },
      `Redis at 127.0.0.1:${port} cannot be used: the connection was refused. Fix this, or correct KEYWARD_REDIS_URL.`,
    )
  })

  test("without the database that Postgres should have", async () => {
    const database = await createDatabase()
    await database.drop()
    const name = new URL(database.url).pathname.slice(1)
    await expectRefusal(
      [],
      { KEYWARD_DATABASE_URL: database.url },
      `database "${name}" does not exist`,
      "KEYWARD_DATABASE_URL",
    )
  })
})
