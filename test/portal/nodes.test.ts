import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { startCluster, type TestCluster, type TestNode } from "../harness/nodes.ts"
import { tokenIn } from "../people/person.ts"
import { outcomeOf } from "../requests/outcome.ts"

/**
 * What is taken from customers is taken on every node before the call returns. KEYWARD_TEST_CUSTOMER_CHANGES=10000 makes
 * as many changes.
 */

const changes = Number(process.env.KEYWARD_TEST_CUSTOMER_CHANGES ?? 7)
const origin = "https://keys.example"
const ended = "401 authentication/session_expired"
const noPermission = "403 authorization/insufficient_permissions"
const unknownKey = "404 data/key_not_found"

interface Round {
  readonly sessionId: string
  readonly externalId: string
  readonly keyId: string
  readonly rootKeyId: string
}

interface Loss {
  readonly what: string
  readonly after: string
  /** Default: a list of keys. */
  readonly look?: (round: Round) => readonly [string, object]
  take(ok: Ok, round: Round): Promise<unknown>
  giveBack?(ok: Ok): Promise<unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: as in TestNode.
type Ok = (operation: string, body: object) => Promise<any>

const rename = ({ keyId }: Round) => ["portal.updateKey", { keyId, name: "Mine" }] as const
const restore = (body: object) => (ok: Ok) => ok("portal.updatePortal", body)

const losses: readonly Loss[] = [
  {
    what: "the session is revoked",
    after: ended,
    take: (ok, { sessionId }) => ok("portal.revokeSessions", { sessionId }),
  },
  {
    what: "the identity is disabled",
    after: ended,
    take: (ok, { externalId }) => ok("identities.updateIdentity", { identity: externalId, enabled: false }),
  },
  {
    what: "the portal is switched off",
    after: ended,
    take: (ok) => ok("portal.updatePortal", { enabled: false }),
    giveBack: restore({ enabled: true }),
  },
  {
    what: "the root key of the link is disabled",
    after: ended,
    take: (ok, { rootKeyId }) => ok("rootKeys.updateRootKey", { rootKeyId, enabled: false }),
  },
  {
    what: "the root key of the link loses its permission",
    after: ended,
    take: (ok, { rootKeyId }) => ok("rootKeys.updateRootKey", { rootKeyId, permissions: ["event.*.read_event"] }),
  },
  {
    what: "the portal loses an action",
    after: noPermission,
    look: rename,
    take: (ok) => ok("portal.updatePortal", { actions: ["usage"] }),
    giveBack: restore({ actions: null }),
  },
  {
    what: "the key moves to another customer",
    after: unknownKey,
    look: rename,
    take: (ok, { keyId, externalId }) => ok("keys.updateKey", { keyId, externalId: `${externalId}-other` }),
  },
]

describe("three nodes", () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startCluster(3, { publicUrl: origin })
    await okAt(0)("portal.updatePortal", { enabled: true, apis: [cluster.apiId] })
  })
  afterAll(() => cluster.stop())

  const nodeAt = (index: number): TestNode => {
    const node = cluster.nodes[index % 3]
    if (node === undefined) throw new Error("There are three nodes.")
    return node
  }
  const okAt =
    (index: number): Ok =>
    (operation, body) =>
      nodeAt(index).ok(operation, body, cluster.rootKey)

  const fromPage = async (
    index: number,
    [operation, body]: readonly [string, object],
    more: Record<string, string>,
  ) => {
    const headers = { Origin: origin, "Content-Type": "application/json", ...more }
    const request = new Request(`${origin}/v2/${operation}`, { method: "POST", headers, body: JSON.stringify(body) })
    const response = await nodeAt(index).app.handle(request)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  test("let nothing through that begins after the loss has returned", async () => {
    const late: string[] = []
    let looks = 0
    for (let index = 0; index < changes; index += 1) {
      const loss = losses[index % losses.length]
      if (loss === undefined) throw new Error("There are losses.")
      const { look, round } = await openRound(index, loss)
      const seen: { readonly startedAt: number; readonly outcome: string }[] = []
      const watch = { isOn: true }
      const hammer = async (node: number) => {
        while (watch.isOn) {
          const startedAt = performance.now()
          seen.push({ startedAt, outcome: outcomeOf(await look(node)) })
          await Bun.sleep(50)
        }
      }
      const hammering = [0, 1, 2].map(hammer)
      while (seen.length < 3) await Bun.sleep(2)
      await loss.take(okAt(index + 1), round)
      const takenAt = performance.now()
      for (const node of [0, 1, 2]) {
        const startedAt = performance.now()
        seen.push({ startedAt, outcome: outcomeOf(await look(node)) })
      }
      watch.isOn = false
      await Promise.all(hammering)
      const after = seen.filter(({ startedAt }) => startedAt > takenAt)
      expect(after.length).toBeGreaterThanOrEqual(3)
      expect(seen[0]?.outcome).toBe("200")
      late.push(
        ...after.filter(({ outcome }) => outcome !== loss.after).map(({ outcome }) => `${loss.what}: ${outcome}`),
      )
      looks += seen.length
      await loss.giveBack?.(okAt(index))
    }
    expect(late).toEqual([])
    expect(looks).toBeGreaterThan(changes * 6)
  })

  async function openRound(index: number, { look = () => ["portal.listKeys", {}] as const }: Loss) {
    const externalId = `customer-${index}`
    const { rootKeyId, rootKey } = await okAt(index)("rootKeys.createRootKey", { permissions: ["*"] })
    const { url, sessionId } = await nodeAt(index).ok("portal.createSession", { externalId }, rootKey)
    const opened = await fromPage(index + 2, ["portal.openSession", { token: tokenIn(url) }], {})
    const [cookie = ""] = opened.headers.getSetCookie()
    const { keyId } = await okAt(index)("keys.createKey", { apiId: cluster.apiId, externalId })
    const round = { sessionId, externalId, keyId, rootKeyId }
    const page = { Cookie: cookie.slice(0, cookie.indexOf(";")), "Keyward-Portal": sessionId }
    return { round, look: (node: number) => fromPage(node, look(round), page) }
  }
})
