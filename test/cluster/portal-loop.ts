import { isUnavailable } from "../crash/call.ts"
import type { Random } from "../harness/random.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { type Ask, type Attempt, askPatiently } from "./ask.ts"
import type { Workspace } from "./cluster.ts"
import { type CustomerInPortal, type Loss, losses } from "./portal-losses.ts"
import { openPortalPage, type PageRequest } from "./portal-page.ts"

interface LoopOptions {
  readonly ask: Ask
  readonly nodes: number
  readonly workspace: Workspace
  readonly random: Random
  /** The loss to begin with. */
  readonly first: number
}

/** A session makes at most 120 calls a minute, and looks at every node need some of them. */
const callsDuringLoss = 90
/** Leaves processor time for the nodes. */
const pauseMs = 5

/** Customers in the portal, each of which loses something while its page changes a key on every node. */
export async function createPortalLoop({ ask, nodes, workspace, random, first }: LoopOptions) {
  const { apiId, rootKey } = workspace
  const call = (operation: string, body: object, key = rootKey) =>
    askPatiently(ask, random.below(nodes), { operation, body, key })
  await call("portal.updatePortal", { enabled: true, apis: [apiId] })
  const everyNode = Array.from({ length: nodes }, (_, node) => node)
  let rounds = first
  let looks = 0

  const enter = async (): Promise<{ readonly customer: CustomerInPortal; readonly page: PageRequest }> => {
    const externalId = `customer ${rounds}`
    const { keyId } = await call("keys.createKey", { apiId, externalId })
    const permissions = ["portal.*.create_session"]
    const maker = await call("rootKeys.createRootKey", { permissions })
    const { url, sessionId } = await call("portal.createSession", { externalId }, maker.rootKey)
    const customer = { sessionId, externalId, keyId, rootKeyId: maker.rootKeyId, apiId }
    return { customer, page: await openPortalPage(ask, random.below(nodes), url) }
  }

  /** Changes the key on one node until the loss is over, and returns what was answered when. */
  const write = async (node: number, request: () => ReturnType<PageRequest>, goesOn: () => boolean) => {
    const attempts: Attempt[] = []
    while (goesOn()) {
      attempts.push(await ask(node, request()))
      await Bun.sleep(pauseMs)
    }
    return attempts
  }

  /** Asks again while a busy node refuses. */
  const outcomeAt = async (node: number, request: ReturnType<PageRequest>, show = shownOutcome): Promise<string> => {
    for (;;) {
      const { reply } = await ask(node, request)
      if (reply === undefined) throw new Error(`Node ${node} did not respond.`)
      if (!isUnavailable(reply)) return show(reply)
      await Bun.sleep(50)
    }
  }

  const lose = async (loss: Loss): Promise<readonly string[]> => {
    const { customer, page } = await enter()
    const { keyId } = customer
    let names = 0
    const rename = () => {
      names += 1
      return page("portal.updateKey", { keyId, name: `name ${names}` })
    }
    const traffic = { isOn: true }
    const writing = everyNode.map((node) => write(node, rename, () => traffic.isOn && names < callsDuringLoss))
    for (const node of everyNode) {
      const before = await outcomeAt(node, rename())
      if (before !== "200") throw new Error(`Node ${node} before the loss: ${before}`)
    }
    await call(...loss.take(customer))
    const lostAt = performance.now()
    const name = await nameOf(keyId)
    const seen = await Promise.all(
      everyNode.map(async (node) => ({
        node,
        write: await outcomeAt(node, rename()),
        read: await outcomeAt(node, page("portal.listKeys"), (reply) => listed(reply, keyId)),
      })),
    )
    looks += 2 * nodes
    traffic.isOn = false
    const during = (await Promise.all(writing)).flat()
    const begunLater = during.filter(({ startedAt, reply }) => startedAt > lostAt && reply && !isUnavailable(reply))
    const late = begunLater.flatMap(({ reply }) => (reply && outcomeOf(reply) !== loss.write ? [outcomeOf(reply)] : []))
    looks += begunLater.length
    const nameLater = await nameOf(keyId)
    if (loss.restore) await call(...loss.restore(customer))
    return [
      ...seen.flatMap(({ node, write, read }) =>
        write === loss.write && read === loss.read ? [] : [`node ${node}: ${write}, ${read}`],
      ),
      ...late,
      // A change that was in flight was stored before the loss, or never.
      ...(name === nameLater ? [] : [`"${name}" became "${nameLater}"`]),
    ].map((problem) => `After ${loss.what} was lost: ${problem}`)
  }

  const nameOf = async (keyId: string): Promise<string | undefined> => {
    const { reply } = await ask(random.below(nodes), { operation: "keys.getKey", body: { keyId }, key: rootKey })
    return reply?.body.data?.name
  }

  return {
    looks: () => looks,
    /** The next customer loses something. Returns what was still possible afterwards. */
    async round(): Promise<readonly string[]> {
      const loss = losses[rounds % losses.length]
      if (loss === undefined) throw new Error("There are losses.")
      rounds += 1
      return lose(loss)
    },
  }
}

type Received = NonNullable<Attempt["reply"]>

const shownOutcome = (reply: Received) => outcomeOf(reply)

function listed(reply: Received, keyId: string): string {
  if (reply.status !== 200) return outcomeOf(reply)
  return reply.body.data.some((key: { readonly keyId: string }) => key.keyId === keyId) ? "present" : "absent"
}
