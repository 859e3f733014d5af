import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { addPerson, inBrowser } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { serveChains } from "../../test/storage/audit-chains.ts"

describe.each([...engines])("events.verifyChain on %s", (engine) => {
  const { overwrite, recordedWorkspace, remove, server } = serveChains(engine)

  test("finds an untouched chain intact, also while events are recorded", async () => {
    const { rootKey, at } = await recordedWorkspace()
    const check = () => server().ok("events.verifyChain", {}, { key: rootKey })
    expect(await check()).toEqual({ verified: 7, intact: true, head: String(at(6).hash) })
    const recording = Array.from({ length: 20 }, (_, index) =>
      server().ok("apis.createApi", { name: `Api ${index}` }, { key: rootKey }),
    )
    for (let round = 0; round < 20; round += 1) expect(await check()).toMatchObject({ intact: true })
    await Promise.all(recording)
    expect(await check()).toMatchObject({ verified: 27, intact: true })
  })

  test("continues at a cursor, which must fit the chain", async () => {
    const { rootKey, at } = await recordedWorkspace()
    const key = { key: rootKey }
    const cursor = `3:${at(2).id}:${at(2).hash}`
    expect(await server().ok("events.verifyChain", { cursor }, key)).toMatchObject({ verified: 7, intact: true })
    const forged = `3:${at(2).id}:${at(1).hash}`
    expect(await server().ok("events.verifyChain", { cursor: forged }, key)).toMatchObject({
      verified: 3,
      intact: false,
      brokenEventId: String(at(3).id),
    })
    const foreign = (await recordedWorkspace()).at(2)
    const bySequence = `3:${at(2).sequence}:${at(2).hash}`
    const ofOther = `3:${foreign.id}:${foreign.hash}`
    for (const bad of ["", "x", "1:2", `1:${at(2).id}:${"=".repeat(44)}`, bySequence, ofOther]) {
      const reply = await server().call("events.verifyChain", { cursor: bad }, key)
      expect(outcomeOf(reply)).toBe("400 application/invalid_input")
    }
  })

  test("names the event that was changed, and sees that the end is missing", async () => {
    const { rootKey, at } = await recordedWorkspace()
    const check = () => server().ok("events.verifyChain", {}, { key: rootKey })
    await overwrite(at(4), { time: 5 })
    const head = String(at(3).hash)
    expect(await check()).toEqual({ verified: 4, intact: false, head, brokenEventId: String(at(4).id) })
    await overwrite(at(4), { time: at(4).time ?? null })
    await remove(at(6))
    expect(await check()).toEqual({ verified: 6, intact: false, head: String(at(5).hash) })
  })

  test("only operators check users and sessions", async () => {
    const person = await addPerson(server(), { ...server(), role: "owner" })
    const body = { workspaceId: "installation" }
    expect(await server().ok("events.verifyChain", body, server().operator)).toMatchObject({
      verified: 2,
      intact: true,
    })
    for (const options of [{}, inBrowser(person, server().workspaceId)]) {
      const reply = await server().call("events.verifyChain", body, options)
      expect(outcomeOf(reply)).toBe("404 data/workspace_not_found")
    }
  })
})
