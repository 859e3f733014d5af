import { operatorKey } from "../crash/node.ts"
import type { Random } from "../random.ts"
import { type Ask, dataIn, fateOf } from "./ask.ts"
import type { Workspace } from "./cluster.ts"
import type { Change, History } from "./history.ts"
import { insist } from "./insist.ts"
import { creation, firstState, type Part, preparation, type Subject, stateIn, stepOf, verification } from "./subject.ts"

/** A client that changes what a key depends on, at any node, and verifies the key at all of them as soon as it is answered. */
export interface Changer {
  run(isOver: () => boolean): Promise<void>
  /** Looks at everything it has ever made once more, at every node. */
  review(): Promise<void>
  /** Changes after which it has looked. */
  readonly rounds: number
}

interface Place {
  readonly name: string
  /** Where its keys are; a workspace of its own for each of them if absent. */
  readonly workspace?: Workspace
  /** What it changes; what is there more than once is changed more often. */
  readonly parts: readonly [Part, ...Part[]]
  readonly nodes: number
  readonly ask: Ask
  readonly random: Random
  readonly history: History
}

/** Who does not answer by then is waited for in the background: a node that stands still keeps nobody else from changing. */
const waitMs = 200

export function createChanger({ name, workspace: shared, parts, nodes, ask, random, history }: Place): Changer {
  const subjects: Subject[] = []
  const waiting = new Set<Promise<void>>()
  let rounds = 0
  let versions = 0

  const createWorkspace = async (isOver: () => boolean): Promise<Workspace | undefined> => {
    const way = { ask, nodes, random, isOver }
    const created = await insist(way, { operation: "workspaces.createWorkspace", body: { name }, key: operatorKey })
    if (created === undefined) return undefined
    const { workspaceId, rootKey } = dataIn(created)
    const api = await insist(way, { operation: "apis.createApi", body: { name }, key: rootKey })
    return api && { workspaceId, rootKey, apiId: dataIn(api).apiId }
  }

  const createSubject = async (isOver: () => boolean): Promise<Subject | undefined> => {
    versions += 1
    const way = { ask, nodes, random, isOver }
    const serial = `${name}-${versions}`
    const workspace = shared ?? (await createWorkspace(isOver))
    if (workspace === undefined) return undefined
    for (const question of preparation(serial, workspace)) await insist(way, question)
    const asked = await insist(way, creation(serial, workspace))
    if (asked === undefined) return undefined
    const { keyId, key } = dataIn(asked)
    const requestId = asked.reply?.body.meta.requestId
    const subject = { name: serial, workspace, keyId, key }
    const { node, startedAt, endedAt } = asked
    for (const [part, value] of Object.entries(firstState)) {
      const made = { register: registerOf(subject, part), value, operation: "keys.createKey", requestId }
      history.changes.push({ ...made, node, startedAt, endedAt, fate: "done" })
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
      // A broken promise stays in the set for whoever awaits all of them.
      void looking.then(() => waiting.delete(looking)).catch(() => {})
    }
    await Promise.race([Promise.all(looks), Bun.sleep(waitMs)])
  }

  const send = async (subject: Subject, part: Part, now: string | undefined): Promise<Change> => {
    versions += 1
    const { value, question } = stepOf(subject, part, { now, version: String(versions), random })
    const asked = await ask(random.below(nodes), question)
    const { node, startedAt, endedAt, reply } = asked
    const { operation } = question
    const requestId = reply?.body.meta.requestId
    const register = registerOf(subject, part)
    return { register, value, operation, requestId, node, startedAt, endedAt, fate: fateOf(asked) }
  }

  /** False once nothing more can be said of the subject. */
  const changeOnce = async (subject: Subject, state: Map<string, string>): Promise<boolean> => {
    const part = random.pick(parts)
    // Loads that are under way while the change is made must not bring the old state back.
    const meanwhile = random.below(2) === 0 ? lookEverywhere(subject) : undefined
    const change = await send(subject, part, state.get(part))
    history.changes.push(change)
    if (change.fate === "done") state.set(part, change.value)
    await lookEverywhere(subject)
    await meanwhile
    rounds += 1
    return change.fate !== "open" && state.get("life") !== "gone"
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
