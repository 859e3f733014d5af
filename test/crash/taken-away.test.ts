import { describe, expect, test } from "bun:test"
import { chmodSync, readdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { runProcess } from "../cli/cli.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { dataOf, isUnavailable } from "./call.ts"
import { createEvidence } from "./evidence.ts"
import { killNode, operatorKey, startNode } from "./node.ts"
import { initialCredits, setScene } from "./scene.ts"

describe("a data folder under a running server", () => {
  test("without access rights keeps working, because the server has its files open", async () => {
    const folder = temporaryFolder()
    const scene = await setScene(folder.path)
    const files = readdirSync(folder.path).map((name) => join(folder.path, name))
    for (const file of files) chmodSync(file, 0o400)
    chmodSync(folder.path, 0o500)
    for (let spends = 0; spends < 20; spends++) expect(await scene.spend()).toBe("VALID")
    const { keyId } = await dataOf(scene.call("keys.createKey", { apiId: scene.apiId }))
    await killNode(scene.node)
    chmodSync(folder.path, 0o700)
    for (const file of files) chmodSync(file, 0o600)
    await scene.restart()
    expect(await scene.balance()).toBe(initialCredits - 20)
    expect(await dataOf(scene.call("keys.getKey", { keyId }))).toMatchObject({ keyId })
    await killNode(scene.node)
    folder.remove()
  })

  test.each([
    ["deleted", (file: string) => rmSync(file)],
    ["moved away", (file: string) => renameSync(file, `${file}.old`)],
  ])("whose file is %s gets no more writes, because they would be lost", async (_, takeAway) => {
    const folder = temporaryFolder()
    const scene = await setScene(folder.path)
    takeAway(join(folder.path, "keyward.db"))
    expect(await scene.spend()).toBe("503")
    expect((await fetch(`${scene.node.url}/readyz`)).status).toBe(503)
    const reply = await scene.call("keys.createKey", { apiId: scene.apiId })
    expect(reply && isUnavailable(reply)).toBe(true)
    expect(reply?.text).not.toContain(folder.path)
    expect(await dataOf(scene.call("keys.verifyKey", { key: scene.plain.key }))).toMatchObject({ code: "VALID" })
    await scene.node.waitForOutput(/keyward\.db was moved, replaced or deleted while it was in use/)
    await killNode(scene.node)
    folder.remove()
  })

  test("is not touched by a second server, which reports the reason and exits", async () => {
    const folder = temporaryFolder()
    const scene = await setScene(folder.path)
    const env = { KEYWARD_PORT: "0", KEYWARD_DATA_DIR: folder.path, KEYWARD_OPERATOR_KEY: operatorKey }
    for (let starts = 0; starts < 2; starts++) {
      const { code, stdout, stderr } = await runProcess(["serve"], env)
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
      expect(stderr).toStartWith(`Another Keyward is running on the folder ${folder.path}.`)
      expect(await scene.spend()).toBe("VALID")
    }
    await killNode(scene.node)
    const next = await startNode(folder.path)
    await createEvidence(folder.path).check()
    await killNode(next)
    folder.remove()
  })
})
