import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { randomUUID } from "node:crypto"
import { createApi, createKey, eventsDuring } from "../harness/fixtures.ts"
import { engines, type Reply, type TestWorkspace } from "../harness/harness.ts"
import { startCluster, type TestCluster } from "../harness/nodes.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { inProgress, reused, type Sent, sameText, serveIdempotentCalls, shed } from "./idempotent-calls.ts"

/** docs/contract.md#64-idempotency: one Idempotency-Key, one execution, however often and from wherever it is sent. */

describe.each([...engines])("an Idempotency-Key on %s", (engine) => {
  const { apiId, keyCount, send, server } = serveIdempotentCalls(engine)

  test("of many parallel requests lets one run; the others wait or get its answer, byte for byte", async () => {
    for (let round = 0; round < 4; round += 1) {
      const before = await keyCount()
      const idempotencyKey = randomUUID()
      const sendOne = () => send({ idempotencyKey, body: { apiId: apiId(), name: "Parallel", externalId: "user_1" } })
      const events = await eventsDuring(server, async () => {
        const replies = await Promise.all(Array.from({ length: 24 }, sendOne))
        const settled = [...replies, await sendOne(), await sendOne()]
        const answers = settled.filter(({ status }) => status === 200)
        const first = answers.filter(({ headers }) => !headers.has("idempotency-replayed"))
        expect(first).toHaveLength(1)
        expect(new Set(answers.map(sameText)).size).toBe(1)
        expect(new Set(answers.map(({ body }) => body.meta.requestId)).size).toBe(answers.length)
        for (const reply of replies.filter(({ status }) => status !== 200)) {
          expect([inProgress, shed]).toContain(outcomeOf(reply))
          expect(reply.headers.get("retry-after")).toBe("1")
        }
      })
      expect(events.filter(({ type }) => type === "key.created")).toHaveLength(1)
      expect(await keyCount()).toBe(before + 1)
    }
  })

  test("of parallel requests with two bodies lets one run, and refuses the other body", async () => {
    const before = await keyCount()
    const idempotencyKey = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        send({ idempotencyKey, body: { apiId: apiId(), name: `Body ${index % 2}` } }),
      ),
    )
    expect(await keyCount()).toBe(before + 1)
    const [kept] = await server.ok("apis.listKeys", { apiId: apiId(), search: "Body" })
    replies.forEach((reply, index) => {
      const outcomes = kept.name === `Body ${index % 2}` ? ["200", inProgress] : [reused]
      expect([...outcomes, shed]).toContain(outcomeOf(reply))
    })
  })

  test("means the same body as a JSON value, however it is written", async () => {
    const write = (text: string) =>
      server.request("/v2/keys.createKey", {
        method: "POST",
        headers: {
          Authorization: `Bearer ${server.rootKey}`,
          "Content-Type": "application/json",
          "Idempotency-Key": "written-1",
        },
        body: text,
      })
    const first = await write(`{"apiId":"${apiId()}","meta":{"a":1,"b":[1,2]},"credits":{"remaining":10}}`)
    const again = await write(
      ` { "credits" : {"remaining":1.0e1}, "meta":{"b":[1,2],"\\u0061":1},\n "apiId":"${apiId()}" }`,
    )
    expect(sameText(again)).toBe(sameText(first))
    expect(again.headers.get("idempotency-replayed")).toBe("true")
    const others = [
      `{"apiId":"${apiId()}","meta":{"a":1,"b":[2,1]},"credits":{"remaining":10}}`,
      `{"apiId":"${apiId()}","meta":{"a":1,"b":[1,2]},"credits":{"remaining":10},"enabled":true}`,
      `{"apiId":"${apiId()}","meta":{"a":"1","b":[1,2]},"credits":{"remaining":10}}`,
    ]
    for (const other of others) expect(outcomeOf(await write(other))).toBe(reused)
  })

  test("takes no body for an empty object", async () => {
    const write = (body: string | null) =>
      server.request("/v2/workspaces.updateWorkspace", {
        method: "POST",
        headers: {
          Authorization: `Bearer ${server.rootKey}`,
          "Content-Type": "application/json",
          "Idempotency-Key": "e",
        },
        body,
      })
    const first = await write(null)
    for (const body of ["", " \n", "{}", " { } "]) {
      const again = await write(body)
      expect([again.headers.get("idempotency-replayed"), sameText(again)]).toEqual(["true", sameText(first)])
    }
  })

  test("of a request that failed stays unused, whatever the failure", async () => {
    const poor = await server.createRootKey([`api.${apiId()}.create_key`])
    const other = await createApi(server)
    const failures: [Sent, string][] = [
      [{ idempotencyKey: "failed-1", body: { apiId: "api_none" } }, "404 data/api_not_found"],
      [{ idempotencyKey: "failed-1", body: { apiId: apiId(), nonsense: 1 } }, "400 application/invalid_input"],
      [{ idempotencyKey: "failed-1", body: { apiId: apiId(), roles: ["nobody"] } }, "404 data/role_not_found"],
      [{ idempotencyKey: "failed-1", body: { apiId: other }, key: poor }, "403 authorization/insufficient_permissions"],
    ]
    for (const [sent, outcome] of failures) expect(outcomeOf(await send(sent))).toBe(outcome)
    const first = await send({ idempotencyKey: "failed-1" })
    expect([outcomeOf(first), first.headers.has("idempotency-replayed")]).toEqual(["200", false])
    expect(outcomeOf(await send(failures[0]?.[0] ?? { idempotencyKey: "" }))).toBe(reused)
  })

  test("of a request that a quota refused stays unused", async () => {
    const workspace = await server.createWorkspace()
    const setLimit = (identities: number | null) => {
      const body = { workspaceId: workspace.workspaceId, limits: { identities } }
      return server.ok("workspaces.updateWorkspace", body, { key: server.operatorKey })
    }
    const create = () =>
      send({
        idempotencyKey: "quota-1",
        operation: "identities.createIdentity",
        body: { externalId: "a" },
        key: workspace.rootKey,
      })
    await setLimit(0)
    expect(outcomeOf(await create())).toBe("403 limits/quota_exceeded")
    await setLimit(null)
    expect(outcomeOf(await create())).toBe("200")
    expect((await create()).headers.get("idempotency-replayed")).toBe("true")
  })

  test("of another workspace, of another operation and of the operator is another", async () => {
    const other: TestWorkspace = await server.createWorkspace()
    const otherApi = await createApi(server, other.rootKey)
    const sent: Sent[] = [
      { idempotencyKey: "shared-1" },
      { idempotencyKey: "shared-1", body: { apiId: otherApi }, key: other.rootKey },
      { idempotencyKey: "shared-1", operation: "apis.createApi", body: { name: "Other" } },
      { idempotencyKey: "shared-1", operation: "rootKeys.createRootKey", body: { permissions: ["*"] } },
      {
        idempotencyKey: "shared-1",
        operation: "rootKeys.createRootKey",
        body: { permissions: ["*"], workspaceId: server.workspaceId },
        key: server.operatorKey,
      },
      { idempotencyKey: "SHARED-1" },
    ]
    const replies: Reply[] = []
    for (const one of sent) replies.push(await send(one))
    for (const reply of replies) {
      expect([outcomeOf(reply), reply.headers.has("idempotency-replayed")]).toEqual(["200", false])
    }
    const replays: Reply[] = []
    for (const one of sent) replays.push(await send(one))
    expect(replays.map(sameText)).toEqual(replies.map(sameText))
  })

  test("is ignored where nothing is changed", async () => {
    const { key } = await createKey(server, { apiId: apiId() })
    const ignored: Sent[] = [
      { idempotencyKey: "ignored-1", operation: "keys.verifyKey", body: { key } },
      { idempotencyKey: "ignored-1", operation: "keys.verifyKey", body: { key, tags: ["other"] } },
      { idempotencyKey: "x".repeat(300), operation: "keys.listKeys", body: {} },
      { idempotencyKey: "with space", operation: "keys.listKeys", body: { limit: 1 } },
    ]
    for (const one of ignored) {
      const reply = await send(one)
      expect([outcomeOf(reply), reply.headers.has("idempotency-replayed")]).toEqual(["200", false])
    }
  })
})

describe("an Idempotency-Key sent to two nodes on one Postgres", () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startCluster(2)
  })
  afterAll(() => cluster.stop())

  test("runs once, and is replayed by either", async () => {
    const { admin, apiId, nodes, rootKey } = cluster
    const count = async () => Number((await admin`select count(*) as number from keys`)[0].number)
    for (let round = 0; round < 5; round += 1) {
      const headers = { "Idempotency-Key": randomUUID() }
      const before = await count()
      const sendToBoth = () =>
        Promise.all(nodes.map((node) => node.call("keys.createKey", { apiId, name: `${round}` }, rootKey, headers)))
      const replies = (await Promise.all(Array.from({ length: 8 }, sendToBoth))).flat()
      const late = await sendToBoth()
      const answers = [...replies, ...late].filter(({ status }) => status === 200)
      expect(answers.filter((reply) => !reply.headers.has("idempotency-replayed"))).toHaveLength(1)
      expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
      for (const reply of replies) expect(["200", inProgress, shed]).toContain(outcomeOf(reply))
      for (const reply of late) expect(reply.headers.get("idempotency-replayed")).toBe("true")
      expect(await count()).toBe(before + 1)
    }
  })
})
