import { afterAll, beforeAll, expect, test } from "bun:test"
import { startCluster, type TestCluster, type TestNode } from "../harness/nodes.ts"
import { password, tokenIn } from "./person.ts"

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster(3)
})
afterAll(() => cluster.stop())

/** A request without a key: by a program, or by a page with the cookie of a session. */
async function ask(node: TestNode, operation: string, body: object, token?: string) {
  const page = { Origin: `http://localhost:${node.app.port}`, "Keyward-Workspace": "operator" }
  const headers = {
    "Content-Type": "application/json",
    ...(token !== undefined && { ...page, Cookie: `keyward-${node.app.port}=${token}` }),
  }
  const sent = { method: "POST", headers, body: JSON.stringify(body) }
  const response = await node.app.handle(new Request(`http://node/v2/${operation}`, sent))
  const [cookie = ""] = response.headers.getSetCookie()
  return { status: response.status, body: await response.json(), token: /=([\w-]{43});/.exec(cookie)?.[1] ?? "" }
}

test("a terminal starts on one node, a person confirms on another, and a third gives out the key, once", async () => {
  const [first, second, third] = cluster.nodes as [TestNode, TestNode, TestNode]
  const invited = { email: "ada@example.com", role: "owner" }
  const { url } = await first.ok("members.inviteMember", invited, cluster.rootKey)
  const joined = { token: tokenIn(url), name: "Ada", password }
  const { token } = await ask(second, "invitations.acceptInvitation", joined, "")
  for (let round = 0; round < 5; round += 1) {
    const { data: login } = (await ask(first, "deviceLogins.startLogin", { terminal: "t" })).body
    const { userCode, deviceCode } = login
    const { data: found } = (await ask(third, "deviceLogins.getLogin", { userCode }, token)).body
    const approval = { workspaceId: cluster.workspaceId, access: "full", expiresIn: 3_600_000 }
    const body = { ...approval, loginId: found.loginId }
    const approvals = await Promise.all(
      cluster.nodes.map((node) => ask(node, "deviceLogins.approveLogin", body, token)),
    )
    expect(approvals.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    const collected = await Promise.all(
      cluster.nodes.map((node) => ask(node, "deviceLogins.collectKey", { deviceCode })),
    )
    const statuses = collected.map((one) => one.body.data.status)
    expect(statuses.sort()).toEqual(["approved", "expired", "expired"])
    const { rootKey } = collected.map((one) => one.body.data).find(({ status }) => status === "approved")
    for (const node of cluster.nodes) expect((await node.call("apis.listApis", {}, rootKey)).status).toBe(200)
  }
})
