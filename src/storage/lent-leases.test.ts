import { expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "../../test/services/temporary-folder.ts"
import { lentLeasesIn } from "./lent-leases.ts"

test("who opens a marked folder waits until the leases of the process before are over", async () => {
  const folder = temporaryFolder().path
  const first = lentLeasesIn(folder)
  expect(first.untilOver()).toBeUndefined()
  expect(first.mark()).toBe(true)
  const openedAt = performance.now()
  const second = lentLeasesIn(folder)
  // The process before was killed, so its mark must stay until its leases are over.
  second.clear()
  expect(existsSync(join(folder, "verifiers.lent"))).toBe(true)
  await second.untilOver()
  expect(performance.now() - openedAt).toBeGreaterThan(1_050)
  expect(second.untilOver()).toBeUndefined()
  second.clear()
  expect(lentLeasesIn(folder).untilOver()).toBeUndefined()
})

test("no lease may be lent from a folder that cannot be marked", () => {
  expect(lentLeasesIn(join(temporaryFolder().path, "missing")).mark()).toBe(false)
})
