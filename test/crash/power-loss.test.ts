import { expect, test } from "bun:test"
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createRandom } from "../harness/random.ts"
import { seed } from "../harness/seed.ts"
import { until } from "../harness/until.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { callsTo, dataOf } from "./call.ts"
import { canMountImages, createDiskImage } from "./disk-image.ts"
import { createEvidence } from "./evidence.ts"
import { killNode, startNode } from "./node.ts"
import { initialCredits, setScene } from "./scene.ts"

/**
 * A commit is synced before its response is sent (src/storage/sqlite/engine.test.ts checks the settings). So a power loss can lose
 * or damage only the end of the log, which was written after the last response.
 */
test(`acknowledged writes survive a log whose end is missing or damaged, with KEYWARD_TEST_SEED=${seed}`, async () => {
  const folder = temporaryFolder()
  const random = createRandom(seed)
  const storage = join(folder.path, "lived")
  const scene = await setScene(storage)
  const log = join(storage, "keyward.db-wal")
  for (let spends = 0; spends < 10; spends++) expect(await scene.spend()).toBe("VALID")
  const { keyId } = await dataOf(scene.call("keys.createKey", { apiId: scene.apiId, name: "Acknowledged" }))
  const safe = statSync(log).size
  for (let number = 1; number <= 10; number++) {
    await scene.spend()
    await scene.call("keys.updateKey", { keyId, name: `Later ${number}`, meta: { number } })
  }
  await killNode(scene.node)
  const written = readFileSync(log)
  expect(written.length).toBeGreaterThan(safe)

  for (const damage of [cutOff, zeroed, scrambled]) {
    const lost = join(folder.path, crypto.randomUUID())
    mkdirSync(lost)
    copyFileSync(join(storage, "keyward.db"), join(lost, "keyward.db"))
    const end = safe + random.below(written.length - safe)
    writeFileSync(join(lost, "keyward.db-wal"), damage(written, end))
    const node = await startNode(lost)
    const call = callsTo(node.url, scene.rootKey)
    const { name, meta } = await dataOf(call("keys.getKey", { keyId }))
    const number = meta.number ?? 0
    expect(name).toBe(number === 0 ? "Acknowledged" : `Later ${number}`)
    const { credits } = await dataOf(call("keys.getKey", { keyId: scene.rich.keyId }))
    expect([number, number + 1]).toContain(initialCredits - 10 - credits.remaining)
    await createEvidence(lost).check()
    expect(await dataOf(call("keys.verifyKey", { key: scene.rich.key }))).toMatchObject({ code: "VALID" })
    await killNode(node)
  }
  folder.remove()
})

/** The same on a real file system that is copied at a random moment. */
test.each(canMountImages() ? [1, 2] : [])(
  "acknowledged writes survive a power loss at a random moment (%d)",
  async (number) => {
    const disk = createDiskImage()
    const scene = await setScene(join(disk.folder, "data"))
    let [spent, isOver] = [0, false]
    const created: string[] = []
    const spendOn = async () => {
      while (!isOver) if ((await scene.spend()) === "VALID" && !isOver) spent += 1
    }
    const createOn = async () => {
      while (!isOver) {
        const reply = await scene.call("keys.createKey", { apiId: scene.apiId })
        if (reply?.status === 200 && !isOver) created.push(reply.body.data.keyId)
      }
    }
    const load = Promise.all([spendOn(), spendOn(), spendOn(), createOn()])
    await until(() => spent + created.length > 0)
    await Bun.sleep(200 + createRandom(seed + number).below(300))
    // The server is paused during the copy, because a copy takes longer than a power loss.
    scene.node.kill("SIGSTOP")
    await Bun.sleep(20)
    isOver = true
    const left = disk.copy()
    await killNode(scene.node)
    await load

    const storage = join(left.folder, "data")
    const node = await startNode(storage)
    const call = callsTo(node.url, scene.rootKey)
    for (const keyId of created) expect(await dataOf(call("keys.getKey", { keyId }))).toMatchObject({ keyId })
    const { credits } = await dataOf(call("keys.getKey", { keyId: scene.rich.keyId }))
    const taken = initialCredits - credits.remaining
    expect(taken).toBeGreaterThanOrEqual(spent)
    expect(taken).toBeLessThanOrEqual(spent + 3)
    expect(spent + created.length).toBeGreaterThan(0)
    await createEvidence(storage).check()
    await killNode(node)
    left.remove()
    disk.remove()
  },
)

const cutOff = (log: Buffer, end: number) => log.subarray(0, end)
const zeroed = (log: Buffer, end: number) => Buffer.concat([log.subarray(0, end), Buffer.alloc(log.length - end)])
const scrambled = (log: Buffer, end: number) =>
  Buffer.concat([log.subarray(0, end), log.subarray(end).map((byte, index) => byte ^ (index * 7 + 1))])
