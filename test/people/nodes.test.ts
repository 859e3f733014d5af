import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { startCluster, type TestCluster, type TestNode } from "../harness/nodes.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { createAuthenticator } from "./authenticator.ts"
import { password, tokenIn } from "./person.ts"

const expired = "401 authentication/session_expired"

/** Sessions are never cached: what one node revokes has ended on every other, also between two calls. */
describe("two nodes", () => {
  let cluster: TestCluster
  let nodes: readonly [TestNode, TestNode]
  beforeAll(async () => {
    cluster = await startCluster(2)
    const [one, two] = cluster.nodes
    if (one === undefined || two === undefined) throw new Error("There are two nodes.")
    nodes = [one, two]
  })
  afterAll(() => cluster.stop())

  /** Each node has its own port here, so its own origin and name of the cookie. */
  const browse = async (node: TestNode, operation: string, body: object, token = "", workspace = "operator") => {
    const headers = {
      Authorization: "",
      Origin: `http://localhost:${node.app.port}`,
      "Content-Type": "application/json",
      Cookie: `keyward-${node.app.port}=${token}`,
      "Keyward-Workspace": workspace,
    }
    const { Authorization: _none, ...sent } = headers
    const request = new Request(`http://node/v2/${operation}`, {
      method: "POST",
      headers: sent,
      body: JSON.stringify(body),
    })
    const response = await node.app.handle(request)
    const [cookie = ""] = response.headers.getSetCookie()
    const text = await response.text()
    return { status: response.status, body: JSON.parse(text), token: /=([\w-]{43});/.exec(cookie)?.[1] ?? token }
  }
  const join = async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const { url } = await nodes[0].ok("members.inviteMember", { email, role: "viewer" }, cluster.rootKey)
    const accepted = { token: tokenIn(url), name: "Grace", password }
    const { body, token } = await browse(nodes[0], "invitations.acceptInvitation", accepted)
    return { userId: String(body.data.userId), email, token }
  }
  const list = async (node: TestNode, token: string) =>
    outcomeOf(await browse(node, "apis.listApis", {}, token, cluster.workspaceId))

  test("a session works on both, and signing out on one ends it on the other", async () => {
    for (let round = 0; round < 20; round += 1) {
      const [here, there] = round % 2 === 0 ? nodes : [nodes[1], nodes[0]]
      const { token } = await join()
      expect([await list(here, token), await list(there, token)]).toEqual(["200", "200"])
      await browse(here, "sessions.signOut", {}, token)
      expect(await list(there, token)).toBe(expired)
    }
  })

  test.each([
    ["members.removeMember", "404 data/workspace_not_found"],
    ["users.deleteUser", expired],
  ])("%s on one node ends the access on the other", async (operation, refused) => {
    const { userId, token } = await join()
    expect(await list(nodes[1], token)).toBe("200")
    await nodes[0].ok(operation, {
      ...(operation.startsWith("members") && { workspaceId: cluster.workspaceId }),
      userId,
    })
    expect(await list(nodes[1], token)).toBe(refused)
  })

  test("a challenge of one node is valid on the other, and used once on both", async () => {
    const { userId, token } = await join()
    // Each node is served under its own origin here, as no cluster is: the browser tells each its own.
    const [here, there] = nodes
    const laptop = createAuthenticator(() => `http://localhost:${there.app.port}`, { counts: false })
    const { body } = await browse(here, "account.getPasskeyChallenge", {}, token)
    const added = await browse(
      there,
      "account.addPasskey",
      { name: "Laptop", passkey: laptop.create(body.data) },
      token,
    )
    expect(outcomeOf(added)).toBe("200")
    const { body: asked } = await browse(here, "sessions.getPasskeyChallenge", {})
    const signedIn = await browse(there, "sessions.signIn", { passkey: laptop.get(asked.data) })
    expect(signedIn.body.data.userId).toBe(userId)
    const origin = `http://localhost:${here.app.port}`
    const again = await browse(here, "sessions.signIn", { passkey: laptop.get(asked.data, { origin }) })
    expect(outcomeOf(again)).toBe("401 authentication/sign_in_failed")
  })

  /** What the work finds if it ends within the minute in which it began. It begins a few times, because a new minute may begin. */
  const withinOneMinute = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      const minute = () => Math.floor(Date.now() / 60_000)
      const before = minute()
      const found = await work()
      if (minute() === before) return found
    }
  }
  const atBoth = (count: number, body: object) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) =>
        outcomeOf(await browse(nodes[index % 2 === 0 ? 0 : 1], "sessions.signIn", body, "x")),
      ),
    )

  test("sign-ins with a key on one node count on the other", async () => {
    // Each node alone would admit nine.
    const outcomes = await withinOneMinute(async () => {
      const { rootKey } = await nodes[0].ok("rootKeys.createRootKey", { permissions: ["*"] }, cluster.rootKey)
      return atBoth(18, { key: rootKey })
    })
    expect(outcomes.filter((outcome) => outcome === "200")).toHaveLength(10)
    expect(outcomes.filter((outcome) => outcome === "429 limits/sign_in_rate_limited")).toHaveLength(8)
  })

  test("wrong passwords on one node count on the other", async () => {
    // Each node alone would let four guesses pass, of five.
    const outcomes = await withinOneMinute(async () => {
      const { email } = await join()
      return atBoth(8, { email, password: "wrong" })
    })
    expect(outcomes.filter((outcome) => outcome === "401 authentication/sign_in_failed")).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === "429 limits/sign_in_rate_limited")).toHaveLength(3)
  })
})
