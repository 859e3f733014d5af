import { expect, test } from "bun:test"
import { randomUUID } from "node:crypto"
import { engines } from "../harness/harness.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { createDatabase } from "../services/postgres.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { queryDatabase } from "../storage/database.ts"
import { killNode } from "./node.ts"
import { setScene } from "./scene.ts"
import { repeatUntilUnclaimed, sendUntilBegun } from "./slices.ts"

const hashOf = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("base64")

test.each([...engines])(
  "an import whose server on %s is killed continues after the last slice, and imports nothing twice",
  async (engine) => {
    const place = engine === "sqlite" ? temporaryFolder() : await createDatabase()
    const storage = "url" in place ? place.url : place.path
    const scene = await setScene(storage)
    const count = async () => {
      const [row] = await queryDatabase({ storage }, "select count(*) as number from keys where name = 'imported'")
      return Number(row?.number)
    }
    const keys = Array.from({ length: 5_000 }, () => ({ hash: hashOf(randomUUID()), name: "imported" }))
    const repeat = () =>
      scene.call("keys.migrateKeys", { apiId: scene.apiId, keys }, { "Idempotency-Key": "import-of-all" })
    const killed = await sendUntilBegun(repeat, async () => (await count()) > 0)
    await scene.restart()
    expect(await killed.response).toBeUndefined()
    const left = await count()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(5_000)

    const resumed = await repeatUntilUnclaimed(repeat)
    expect(outcomeOf(resumed)).toBe("200")
    expect(resumed.body.data.migrated.map(({ hash }: { hash: string }) => hash)).toEqual(keys.map(({ hash }) => hash))
    expect(resumed.body.data.failed).toEqual([])
    expect(await count()).toBe(5_000)
    const [events] = await queryDatabase(
      { storage },
      "select count(*) as number from events where type = 'key.created'",
    )
    expect(Number(events?.number)).toBe(5_000 + 2)
    await killNode(scene.node)
    await ("url" in place ? place.drop() : place.remove())
  },
)
