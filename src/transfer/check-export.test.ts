import { beforeAll, describe, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { rejection } from "../../test/harness/rejection.ts"
import { openDatabase } from "../../test/storage/provide-database.ts"
import { addFamily } from "../storage/conformance/family.ts"
import { checkExport } from "./check-export.ts"
import { writeExport } from "./write-export.ts"

let lines: string[] = []

beforeAll(async () => {
  await using database = await openDatabase("sqlite")
  const { store } = database
  const { workspace } = await addFamily(store)
  let text = ""
  const wanted = { workspaceId: workspace.id, keyward: "0.0.0", withEvents: true, now: 1_767_225_600_000 }
  await store.snapshot((reads) => writeExport(reads, { ...wanted, write: (more) => (text += more), note: () => {} }))
  lines = text.split("\n").slice(0, -1)
})

async function* bytesOf(text: string, size = 50): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const check = (text: string) => checkExport(bytesOf(text), () => {})
const refusalOf = async (text: string) => String(await rejection(check(text)))
const joined = (all: readonly string[]) => all.map((line) => `${line}\n`).join("")

/** The file with other lines, and the trailer that fits them. */
function sealed(body: readonly string[], counts: Readonly<Record<string, number>> = {}): string {
  const before = joined(body)
  const trailer = JSON.parse(lines.at(-1) ?? "")
  const sha256 = createHash("sha256").update(before).digest("hex")
  return `${before}${JSON.stringify({ ...trailer, counts: { ...trailer.counts, ...counts }, sha256 })}\n`
}

const body = () => lines.slice(0, -1)
const indexOf = (kind: string) => lines.findIndex((line) => line.startsWith(`{"kind":"${kind}"`))

describe("a file", () => {
  test("as it was written is accepted, and tells what it is", async () => {
    const { header, workspace, lines: count } = await check(joined(lines))
    expect(count).toBe(lines.length)
    expect(workspace.id).toBe(header.workspaceId)
    expect(header.createdAt).toBe(1_767_225_600_000)
  })

  test("has one of every kind, in the order of the kinds, and no null outside of limits and changes", () => {
    const kinds = lines.map((line) => JSON.parse(line).kind)
    expect(kinds).toEqual([
      ...["header", "workspace", "rootKey", "api", "permission", "role", "plan", "identity", "migration"],
      ...["key", "namespace", "override", "webhook", "portal", "event", "trailer"],
    ])
    const plain = lines.filter((_, index) => index !== indexOf("workspace") && index !== indexOf("event"))
    expect(plain.join("\n")).not.toContain("null")
  })

  test("that was truncated anywhere is refused", async () => {
    for (let count = 1; count < lines.length; count++) {
      expect(await refusalOf(joined(lines.slice(0, count)))).toContain("The file was truncated")
    }
    const text = joined(lines)
    for (const end of [text.length - 1, text.length - 20, Math.floor(text.length / 2), 200, 20]) {
      expect(await refusalOf(text.slice(0, end))).toMatch(/truncated|not JSON|not a Keyward export/)
    }
  })

  test("in which a line was altered, removed, added or moved is refused", async () => {
    const key = indexOf("key")
    const renamed = lines.with(key, (lines[key] ?? "").replace('"enabled":true', '"enabled":false'))
    expect(await refusalOf(joined(renamed))).toContain("differs from the trailer. The file was altered")
    expect(await refusalOf(joined(lines.toSpliced(key, 1)))).toContain("counts 1 lines of kind key, but the file has 0")
    expect(await refusalOf(joined(lines.toSpliced(key, 0, lines[key] ?? "")))).toContain("counts 1 lines of kind key")
    const moved = lines.with(key, lines[key - 1] ?? "").with(key - 1, lines[key] ?? "")
    expect(await refusalOf(joined(moved))).toContain("SHA-256")
    expect(await refusalOf(joined([...lines, "{}"]))).toContain("comes after the trailer")
  })

  test("whose events do not form a chain is refused, although its trailer fits", async () => {
    const event = indexOf("event")
    const altered = (lines[event] ?? "").replace('"operator"', '"root_key"')
    expect(await refusalOf(sealed(body().with(event, altered)))).toContain("does not continue the hash chain")
    expect(await refusalOf(sealed([...body(), lines[event] ?? ""], { event: 2 }))).toContain(
      "does not continue the hash chain",
    )
    const relabelled = (lines[event] ?? "").replace(/,"chainVersion":2/, ',"chainVersion":1')
    expect(relabelled).not.toBe(lines[event] ?? "")
    expect(await refusalOf(sealed(body().with(event, relabelled)))).toContain("does not continue the hash chain")
  })

  test("of another version, or of another program, is refused with what to do", async () => {
    const header = JSON.parse(lines[0] ?? "")
    expect(header.version).toBe(6)
    const newer = JSON.stringify({ ...header, version: 7 })
    expect(await refusalOf(sealed(body().with(0, newer)))).toContain(
      "version 7 of the export format. This Keyward reads version 6",
    )
    const odd = JSON.stringify({ ...header, createdAt: "now" })
    expect(await refusalOf(sealed(body().with(0, odd)))).toContain("`createdAt` must be a number")
    for (const text of ["hash,name\nx,y\n", "{}\n", "[]\n", "\u0000\u0001", "null\n", `{"kind":"header"}\n`]) {
      expect(await refusalOf(text)).toContain("The file is not a Keyward export")
    }
    expect(await refusalOf("")).toContain("The file is empty.")
  })

  test("without its workspace in the second line, or with that of another, is refused", async () => {
    const workspace = JSON.parse(lines[1] ?? "")
    const other = JSON.stringify({ ...workspace, id: "ws_1CAiZx1YPnJZtcPxTdBGPS" })
    expect(await refusalOf(sealed(body().with(1, other)))).toContain("not the workspace named in the header")
    const nameless = JSON.stringify({ ...workspace, name: "" })
    expect(await refusalOf(sealed(body().with(1, nameless)))).toContain("`name` must have at least 1 character")
    expect(await refusalOf(sealed(body().toSpliced(1, 1)))).toContain("Line 2 must be the workspace")
  })

  test("with a kind that there is not, or a trailer that is none, is refused", async () => {
    expect(await refusalOf(sealed([...body(), '{"kind":"planet"}']))).toContain("has an unknown kind")
    expect(await refusalOf(joined([...body(), '{"kind":"trailer"}']))).toContain("The trailer is invalid: `counts`")
  })

  test("with a line without end, or that is not UTF-8, is refused without being kept in memory", async () => {
    const film = async function* () {
      yield new TextEncoder().encode(`${lines[0]}\n`)
      for (let count = 0; count < 2_000; count++) yield new Uint8Array(65_536).fill(97)
    }
    expect(String(await rejection(checkExport(film(), () => {})))).toContain("Line 2 is longer than 16 MiB.")
    const binary = async function* () {
      yield new TextEncoder().encode(`${lines[0]}\n`)
      yield new Uint8Array([0xff, 0xfe, 10])
    }
    expect(String(await rejection(checkExport(binary(), () => {})))).toContain("Line 2 is not UTF-8.")
  })
})
