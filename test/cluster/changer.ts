import { operatorKey } from "../crash/node.ts"
import type { Random } from "../harness/random.ts"
import { type Ask, dataIn, resultOf } from "./ask.ts"
import type { Workspace } from "./cluster.ts"
import type { Change, History } from "./history.ts"
import { retryUntilDone } from "./retry-until-done.ts"
import { creation, firstState, type Part, preparation, type Subject, stateIn, stepOf, verification } from "./subject.ts"

/** A client that changes data on which a key depends, at any node, and after each response verifies the key at all nodes. */
export interface Changer {
  run(isOver: () => boolean): Promise<void>
  /** Verifies each of its keys again at every node. */
  review(): Promise<void>
  /** Changes after which it has verified the key. */
  readonly rounds: number
}

interface ClientOptions {
  readonly name: string
  /** The workspace of its keys; if absent, each key gets a new workspace. */
  readonly workspace?: Workspace
  /** The parts to change; a part that is listed several times is changed more often. */
  readonly parts: readonly [Part, ...Part[]]
  readonly nodes: number
  readonly ask: Ask
  readonly random: Random
  readonly history: History
}

/** After this time the client continues, and waits for slow nodes in the background, so that a paused node delays no change. */
const waitMs = 200

export function createChanger({ name, workspace: shared, parts, nodes, ask, random, history }: ClientOptions): Changer {
  const subjects: Subject[] = []
  const waiting = new Set<Promise<void>>()
  let rounds = 0
  let versions = 0

  const createWorkspace = async (isOver: () => boolean): Promise<Workspace | undefined> => {
    const options = { ask, nodes, random, isOver }
    const created = await retryUntilDone(options, {
      operation: "workspaces.createWorkspace",
      body: { name },
      key: operatorKey,
    })
    if (created === undefined) return undefined
    const { workspaceId, rootKey } = dataIn(created)
    const api = await retryUntilDone(options, { operation: "apis.createApi", body: { name }, key: rootKey })
    return api && { workspaceId, rootKey, apiId: dataIn(api).apiId }
  }

  const createSubject = async (isOver: () => boolean): Promise<Subject | undefined> => {
    versions += 1
    const options = { ask, nodes, random, isOver }
    const serial = `${name}-${versions}`
    const workspace = shared ?? (await createWorkspace(isOver))
    if (workspace === undefined) return undefined
    for (const request of preparation(serial, workspace)) await retryUntilDone(options, request)
    const attempt = await retryUntilDone(options, creation(serial, workspace))
    if (attempt === undefined) return undefined
    const { keyId, key } = dataIn(attempt)
    const requestId = attempt.reply?.body.meta.requestId
    const subject = { name: serial, workspace, keyId, key }
    const { node, startedAt, endedAt } = attempt
    for (const [part, value] of Object.entries(firstState)) {
      const made = { register: registerOf(subject, part), value, operation: "keys.createKey", requestId }
      history.changes.push({ ...made, node, startedAt, endedAt, result: "done" })
    }
    subjects.push(subject)
    return subject
  }

  const look = async (subject: Subject, node: number): Promise<void> => {
    const { reply, startedAt, endedAt } = await ask(node, verification(subject))
    if (reply === undefined) return
    for (const [part, value] of Object.entries(stateIn(reply, subject))) {
      const register = registerOf(subject, part)
      history.observations.push({ register, value, node, startedAt, endedAt })
    }
  }
  const lookEverywhere = async (subject: Subject) => {
    const looks = Array.from({ length: nodes }, (_, node) => look(subject, node))
    for (const looking of looks) {
      waiting.add(looking)
      // A rejected promise stays in the set, so that `Promise.all` below throws its error.
      void looking.then(() => waiting.delete(looking)).catch(() => {})
    }
    await Promise.race([Promise.all(looks), Bun.sleep(waitMs)])
  }

  const send = async (subject: Subject, part: Part, now: string | undefined): Promise<Change> => {
    versions += 1
    const { value, request } = stepOf(subject, part, { now, version: String(versions), random })
    const attempt = await ask(random.below(nodes), request)
    const { node, startedAt, endedAt, reply } = attempt
    const { operation } = request
    const requestId = reply?.body.meta.requestId
    const register = registerOf(subject, part)
    return { register, value, operation, requestId, node, startedAt, endedAt, result: resultOf(attempt) }
  }

  /** False if the state of the subject is unknown, or the key is gone. */
  const changeOnce = async (subject: Subject, state: Map<string, string>): Promise<boolean> => {
    const part = random.pick(parts)
    // Reads that run during the change must not bring the old state back.
    const looking = random.below(2) === 0 ? lookEverywhere(subject) : undefined
    const change = await send(subject, part, state.get(part))
    history.changes.push(change)
    if (change.result === "done") state.set(part, change.value)
    await lookEverywhere(subject)
    await looking
    rounds += 1
    return change.result !== "open" && state.get("life") !== "gone"
  }

  return {
    get rounds() {
      return rounds
    },
    async run(isOver) {
      while (!isOver()) {
        const subject = await createSubject(isOver)
        const state = new Map(Object.entries(firstState))
        while (subject !== undefined && !isOver() && (await changeOnce(subject, state)));
      }
      await Promise.all(waiting)
    },
    async review() {
      for (const subject of subjects.splice(0)) {
        await lookEverywhere(subject)
        await Promise.all(waiting)
      }
    },
  }
}

function registerOf({ name }: Subject, part: string): string {
  return `${part} of ${name}`
}
