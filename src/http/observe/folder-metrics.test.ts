import { afterAll, expect, test } from "bun:test"
import { symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "../../../test/services/temporary-folder.ts"
import { readFolders } from "../../storage/read-folders.ts"
import { prometheusText } from "./exposition.ts"
import { createFolderMetrics } from "./folder-metrics.ts"

const folder = temporaryFolder()
afterAll(folder.remove)

function write(name: string, seconds: number): void {
  const path = join(folder.path, name)
  writeFileSync(path, "")
  utimesSync(path, seconds, seconds)
}

async function read(folders: Parameters<typeof readFolders>[0]): Promise<string> {
  const metrics = createFolderMetrics(() => readFolders(folders))
  await metrics.refresh()
  metrics.close()
  return prometheusText.write(metrics.families())
}

test("the newest complete backup gives the time, and no other file does", async () => {
  expect(await read({ data: undefined, backups: folder.path })).toMatch(/^keyward_backup_time_seconds 0$/m)
  write("keyward-1.dump", 1_000)
  write("keyward-2.db", 2_000)
  write(".partial", 3_000)
  write("keyward-3.db.17.partial", 4_000)
  write("notes.txt", 5_000)
  write("keyward.db", 6_000)
  expect(await read({ data: undefined, backups: folder.path })).toMatch(/^keyward_backup_time_seconds 2000$/m)
})

test("the free space of both folders is shown, as far as they exist", async () => {
  const text = await read({ data: folder.path, backups: join(folder.path, "missing") })
  const [, free = "", size = ""] =
    /keyward_disk_free_bytes\{folder="data"\} (\d+)[\s\S]*keyward_disk_size_bytes\{folder="data"\} (\d+)/.exec(text) ??
    []
  expect(Number(free)).toBeGreaterThan(0)
  expect(Number(size)).toBeGreaterThanOrEqual(Number(free))
  expect(text).not.toContain('folder="backups"')
  expect(text).toMatch(/^keyward_backup_time_seconds 0$/m)
})

test("a disk that hangs is not asked again before it responds", async () => {
  let readings = 0
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof readFolders>>>()
  const metrics = createFolderMetrics(() => {
    readings += 1
    return promise
  })
  const waiting = [metrics.refresh(), metrics.refresh()]
  expect(readings).toBe(1)
  resolve({ spaces: [], newestBackup: 7 })
  await Promise.all(waiting)
  expect(prometheusText.write(metrics.families())).toMatch(/^keyward_backup_time_seconds 7$/m)
  void metrics.refresh()
  expect(readings).toBe(2)
  metrics.close()
})

test("a backup that is deleted during the scan hides no other", async () => {
  symlinkSync(join(folder.path, "deleted"), join(folder.path, "keyward-0.db"))
  expect(await read({ data: undefined, backups: folder.path })).toMatch(/^keyward_backup_time_seconds 2000$/m)
})

test("without folders, nothing is shown", async () => {
  expect(await read({ data: undefined, backups: undefined })).toBe("")
})
