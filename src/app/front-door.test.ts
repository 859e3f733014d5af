import { describe, expect, test } from "bun:test"
import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { testFolder } from "../../test/services/test-folder.ts"
import { removeAbandonedDoors } from "./front-door.ts"

describe("a start removes from the temporary folder", () => {
  const { newPath } = testFolder()
  /** Its path changes as that of a main process does, so stopping it removes nothing. */
  const listenIn = (folder: string) => {
    const server = Bun.serve({ unix: join(folder, "new.sock"), fetch: () => new Response() })
    renameSync(join(folder, "new.sock"), join(folder, "main.sock"))
    return server
  }

  /** A shared folder with a folder of this name. */
  const sharedWith = (name: string, mode = 0o700) => {
    const shared = newPath()
    mkdirSync(shared)
    const folder = join(shared, name)
    mkdirSync(folder, { mode })
    return { shared, folder }
  }
  /** As a process that was killed leaves it. */
  const abandon = async (folder: string) => {
    await listenIn(folder).stop(true)
    expect(readdirSync(folder)).toEqual(["main.sock"])
  }

  test("the socket folder of a process that was killed", async () => {
    const { shared, folder } = sharedWith("keyward-fronts-a")
    await abandon(folder)
    await removeAbandonedDoors(shared)
    expect(readdirSync(shared)).toEqual([])
  })

  test("no folder at which a process listens or will listen", async () => {
    const { shared, folder } = sharedWith("keyward-fronts-a")
    const starting = join(shared, "keyward-fronts-b")
    mkdirSync(starting, { mode: 0o700 })
    const server = listenIn(folder)
    await removeAbandonedDoors(shared)
    expect(existsSync(join(folder, "main.sock"))).toBe(true)
    expect(existsSync(starting)).toBe(true)
    await server.stop(true)
  })

  test("no folder that others may enter, and none of another name", async () => {
    for (const { shared, folder } of [sharedWith("keyward-fronts-a", 0o755), sharedWith("keyward-else")]) {
      await abandon(folder)
      await removeAbandonedDoors(shared)
      expect(existsSync(join(folder, "main.sock"))).toBe(true)
    }
  })

  test("nothing behind a link, and nothing but a socket", async () => {
    const { shared, folder } = sharedWith("keyward-fronts-a")
    await abandon(folder)
    const elsewhere = newPath()
    mkdirSync(elsewhere)
    symlinkSync(folder, join(elsewhere, "keyward-fronts-b"))
    const linked = join(elsewhere, "keyward-fronts-c")
    mkdirSync(linked, { mode: 0o700 })
    symlinkSync(join(folder, "main.sock"), join(linked, "main.sock"))
    const file = join(elsewhere, "keyward-fronts-d")
    mkdirSync(file, { mode: 0o700 })
    writeFileSync(join(file, "main.sock"), "")
    await removeAbandonedDoors(elsewhere)
    expect(readdirSync(elsewhere)).toHaveLength(3)
    expect(existsSync(join(folder, "main.sock"))).toBe(true)
    expect(existsSync(join(linked, "main.sock"))).toBe(true)
    expect(existsSync(join(file, "main.sock"))).toBe(true)
    writeFileSync(join(folder, "other"), "")
    await removeAbandonedDoors(shared)
    expect(existsSync(join(folder, "other"))).toBe(true)
  })
})
