import { expect, test } from "bun:test"
import { createKeyward, unwrap } from "../../sdk/src/index.ts"
import { engines } from "../harness/harness.ts"
import { until } from "../harness/until.ts"
import { createDatabase } from "../services/postgres.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { killNode, operatorKey, startNode } from "./node.ts"

/** After a kill, other nodes of PostgreSQL wait for the lease of the killed one. */
const killCounts = { sqlite: 3, postgres: 1 }
const eventsPerLife = 10

test.each([...engines])(
  "a stream resumes after kills of its server on %s without a gap or repetition",
  async (engine) => {
    const place = engine === "sqlite" ? temporaryFolder() : await createDatabase()
    const storage = "url" in place ? place.url : place.path
    const kills = killCounts[engine]
    let node = await startNode(storage)
    const url = "http://keyward.test"
    const clientOf = (key: string) =>
      createKeyward({ url, key, fetch: (target, init) => fetch(target.replace(url, node.url), init) })
    const { rootKey } = await unwrap(clientOf(operatorKey).workspaces.createWorkspace({ name: "Followed" }))
    const keyward = clientOf(rootKey)
    const [latest] = await unwrap(keyward.events.listEvents({ limit: 1 }))

    const leaving = new AbortController()
    const seen: string[] = []
    const follow = async () => {
      const followed = { types: ["api.*"], after: latest?.eventId }
      for await (const { data } of keyward.followEvents(followed, { signal: leaving.signal })) seen.push(data.eventId)
    }
    const following = follow()
    for (let life = 0; life <= kills; life += 1) {
      const enough = seen.length + eventsPerLife
      for (let made = 0; seen.length < enough; made += 1) await keyward.apis.createApi({ name: `API ${life}.${made}` })
      if (life === kills) break
      // The log decides whether a call that the kill interrupts has happened.
      const interrupted = keyward.apis.createApi({ name: `API ${life} at the kill` })
      await killNode(node)
      node = await startNode(storage)
      await interrupted
    }
    const recorded = await Array.fromAsync(
      keyward.events.listEvents.all({ types: ["api.*"] }),
      ({ eventId }) => eventId,
    )
    await until(() => seen.length >= recorded.length)
    leaving.abort()
    await following
    expect(seen).toEqual(recorded.reverse())
    await killNode(node)
    await ("url" in place ? place.drop() : place.remove())
  },
)
