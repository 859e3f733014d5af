import { expect, test } from "bun:test"
import { engines } from "../harness/harness.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { createDatabase } from "../services/postgres.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { countRows } from "../storage/database.ts"
import { newHash } from "../transfer/hashes.ts"
import { killNode } from "./node.ts"
import { setScene } from "./scene.ts"
import { repeatUntilUnclaimed, sendUntilBegun } from "./slices.ts"

const total = 4_000

test.each([...engines])(
  "a change of many keys whose server on %s is killed continues after the last slice, and changes no key twice",
  async (engine) => {
    const place = engine === "sqlite" ? temporaryFolder() : await createDatabase()
    const storage = "url" in place ? place.url : place.path
    const scene = await setScene(storage)
    const keys = Array.from({ length: total }, () => ({ hash: newHash(), name: "many" }))
    const imported = await scene.call("keys.migrateKeys", { apiId: scene.apiId, keys })
    const keyIds: readonly string[] = imported?.body.data.migrated.map(({ keyId }: { keyId: string }) => keyId)
    const changes = [
      { operation: "keys.updateKeys", change: { enabled: false }, counted: "updated", done: "enabled = 0" },
      { operation: "keys.deleteKeys", change: {}, counted: "deleted", done: "deleted_at is not null" },
    ]
    for (const { operation, change, counted, done } of changes) {
      const count = () => countRows({ storage }, `keys where name = 'many' and ${done}`)
      const repeat = () => scene.call(operation, { keyIds, ...change }, { "Idempotency-Key": `all-${operation}` })
      const killed = await sendUntilBegun(repeat, async () => (await count()) > 0)
      await scene.restart()
      expect(await killed.response).toBeUndefined()
      const left = await count()
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThan(total)

      const resumed = await repeatUntilUnclaimed(repeat)
      expect(outcomeOf(resumed)).toBe("200")
      expect(resumed.body.data).toEqual({ [counted]: total })
      expect(await count()).toBe(total)
      expect(await countRows({ storage }, `events where type = 'key.${counted}'`)).toBe(total)
    }
    await killNode(scene.node)
    await ("url" in place ? place.drop() : place.remove())
  },
)
