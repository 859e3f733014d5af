import { afterAll, beforeAll, expect, test } from "bun:test"
import { closeSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"
import { SQL } from "bun"
import { runProcess } from "../cli/cli.ts"
import { rejection } from "../harness/rejection.ts"
import { until } from "../harness/until.ts"
import { type PostgresServer, startPostgresServer } from "../services/postgres-server.ts"
import { isUnavailable } from "./call.ts"
import { killNode } from "./node.ts"
import { setScene } from "./scene.ts"

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgresServer()
})
afterAll(() => server.remove())

async function ask(statement: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const sql = new SQL(server.url, { max: 1 })
  try {
    return await sql.unsafe(statement)
  } finally {
    await sql.close()
  }
}

async function doctor(): Promise<readonly string[]> {
  const { stdout } = await runProcess(["doctor", "--json"], { KEYWARD_DATABASE_URL: server.url, KEYWARD_PORT: "0" })
  const { findings } = JSON.parse(stdout) as { findings: { level: string; about: string; found: string }[] }
  return findings.filter(({ about }) => about === "database").map(({ level, found }) => `${level} ${found}`)
}

test("keyward doctor names an index of PostgreSQL that was not built to the end", async () => {
  await ask("create table doubles as select 1 as n from generate_series(1, 2)")
  await rejection(ask("create unique index concurrently doubles_once on doubles (n)"))
  expect(await doctor()).toContain("problem The index doubles_once is invalid, so PostgreSQL does not use it.")
  await ask("drop table doubles")
  expect((await doctor()).filter((line) => line.startsWith("problem"))).toEqual([])
})

test("a damaged page of PostgreSQL makes its calls return 503, and everything that an operator reads says so", async () => {
  const scene = await setScene(server.url)
  const [checksums] = await ask("show data_checksums")
  expect(checksums?.data_checksums).toBe("on")
  await ask("checkpoint")
  const [place] = await ask("select current_setting('data_directory') as folder, pg_relation_filepath('keys') as path")
  await server.stop()
  const file = openSync(join(place?.folder ?? "", place?.path ?? ""), "r+")
  writeSync(file, Buffer.alloc(512, 0xa5), 0, 512, 4096)
  closeSync(file)
  await server.start()
  // A key in memory needs no page.
  await scene.restart()
  const reply = await until(
    async () => {
      const replied = await scene.call("keys.verifyKey", { key: scene.plain.key })
      return replied?.status === 503 && (await readProblems(scene.node.url)).length > 0 && replied
    },
    () => scene.node.stderr().slice(-2_000),
  )
  expect(isUnavailable(reply)).toBe(true)
  expect(await readProblems(scene.node.url)).toEqual(["database_damaged"])
  // A process renders the text at most once a second.
  await until(async () => {
    const text = await (await fetch(`${scene.node.url}/metrics`)).text()
    return text.includes('keyward_storage_damaged{file="database"} 1\n')
  })
  await scene.node.waitForOutput(/"message":"The database is damaged\..*"cause":".*invalid page/)
  await until(
    async () =>
      (await doctor()).some((line) => /^problem PostgreSQL has read damaged pages: \d+ checksum failure/.test(line)),
    async () => (await doctor()).join("\n"),
  )
  await killNode(scene.node)
})

async function readProblems(url: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/readyz`)
  if (!response.ok) return []
  const { data } = (await response.json()) as { data: { problems?: { type: string }[] } }
  return (data.problems ?? []).map(({ type }) => type)
}
