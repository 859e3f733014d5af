import { verifierBounds } from "../../contract/verifier.ts"
import type { LoggedVerification } from "../../storage/port/verification-log.ts"
import type { AttachedVerifier, Hub } from "../../verifiers/hub.ts"
import type { Connection } from "../../verifiers/verifier.ts"
import { authenticateHash } from "../request/authenticate.ts"
import type { SocketSession } from "../server/sockets.ts"
import type { Service } from "../service.ts"
import { type AskableOperations, answerAsk } from "./answer-ask.ts"
import type { FromFront, FrontAnswer, FrontAsk, FrontCounts, FrontSettings, ToFront } from "./messages.ts"
import type { FrontRecords } from "./records.ts"
import { fromWireUsage } from "./wire-usage.ts"

/** What the connections of all fronts share. */
export interface FrontParts {
  readonly service: Service
  readonly hub: Pick<Hub, "attach">
  readonly records: FrontRecords
  readonly operations: AskableOperations
  readonly settings: FrontSettings
  /** What is left of the lease of this node; 0 without one. */
  lendableMs(): number
  /** Monotonic milliseconds. */
  clock(): number
  onCounts(front: number, counts: FrontCounts): void
  /** The front can answer nothing more, so its process must end. */
  onLost(front: number): void
}

export interface FrontSession extends SocketSession {
  /** Resolves once everything that the front has counted so far is counted here, or the front is gone. */
  collectUsage(): Promise<void>
}

/** Without a renewal for this long, a front hangs. */
const silenceMs = 5_000

/** The main process's side of the connection of a front. The hub makes changes wait for it as for a verifier. */
export function createFrontSession(parts: FrontParts, connection: Connection, front: number): FrontSession {
  const { service, hub, records, operations, lendableMs, clock } = parts
  let heardAt = clock()
  let isOpen = true
  let ready: Wanted[] = []
  let onCollected: (() => void) | undefined

  // Of its own, so that a front that follows one that hung does not wait for its pause.
  const place = `front ${front}, ${crypto.randomUUID()}`
  const attachment = hub.attach({ rootKeyId: place, workspaceId: place, connection, isFront: true })
  const send = (message: ToFront) => void connection.send(JSON.stringify(message))

  const renew = (verifier: AttachedVerifier, n: number) => {
    heardAt = clock()
    const ms = verifier.lend(Math.floor(Math.min(lendableMs(), verifierBounds.leaseMs)))
    send({ t: "lease", n, ms, now: service.now() })
  }
  const answerAll = (verifier: AttachedVerifier, asks: readonly FrontAsk[]) => {
    const answers: Wanted[] = []
    for (const ask of asks) {
      const answer = answerAsk(service, operations, ask)
      if (answer instanceof Promise) void answer.then((later) => sendSoon(verifier, { ask, answer: later }))
      else answers.push({ ask, answer })
    }
    sendAnswers(verifier, answers)
  }
  /** Answers that are ready in the same turn are one message. */
  const sendSoon = (verifier: AttachedVerifier, wanted: Wanted) => {
    ready.push(wanted)
    if (ready.length > 1) return
    setImmediate(() => {
      const answers = ready
      ready = []
      sendAnswers(verifier, answers)
    })
  }
  /** Records are read, noted and sent in this step. */
  const sendAnswers = (verifier: AttachedVerifier, answers: readonly Wanted[]) => {
    if (answers.length === 0 || !isOpen) return
    const list = answers.map(({ ask, answer }) => {
      const isOfKey = ask.operation === "keys.verifyKey" && answer.keyId !== undefined
      const record = isOfKey ? records.keyOf(verifier, ask) : undefined
      return record === undefined ? answer : { ...answer, record }
    })
    send({ t: "answers", answers: list })
  }
  /** Reads the root key, so that the next request finds it here. An unknown key is answered by nothing. */
  const sendCaller = async (verifier: AttachedVerifier, hash: string) => {
    try {
      await authenticateHash(service, hash, service.now())
    } catch {
      // Disabled and expired root keys are records too, and the front refuses them.
    }
    const record = isOpen ? records.callerOf(verifier, hash) : undefined
    if (record !== undefined) send({ t: "caller", record })
  }

  /** They are sampled together with those of this process. */
  const log = (rows: readonly LoggedVerification[]) => {
    for (const row of rows) {
      service.verificationLog.countMany(row.workspaceId, row.code !== "VALID", row.weight)?.(row)
    }
  }

  const handle = (verifier: AttachedVerifier, message: FromFront) => {
    switch (message.t) {
      case "renew":
        return renew(verifier, message.n)
      case "ack":
        return verifier.acknowledge(message.n)
      case "ask":
        return answerAll(verifier, message.asks)
      case "want":
        return void sendCaller(verifier, message.hash)
      case "usage":
        return service.usage.merge(fromWireUsage(message.usage))
      case "collected":
        return onCollected?.()
      case "rows":
        return log(message.rows)
      case "counts":
        return parts.onCounts(front, message)
    }
  }
  if (attachment.type === "attached") send({ t: "welcome", ...parts.settings })
  else connection.close(4503, "the server is stopping")

  return {
    receive(frame) {
      if (attachment.type === "attached" && isOpen) handle(attachment.verifier, JSON.parse(String(frame)))
    },
    collectUsage() {
      const { promise, resolve } = Promise.withResolvers<void>()
      onCollected = resolve
      send({ t: "collect" })
      return promise
    },
    closed(code) {
      isOpen = false
      onCollected?.()
      if (attachment.type === "attached") attachment.verifier.disconnected(code)
      parts.onLost(front)
    },
    checkSilence() {
      if (clock() - heardAt > silenceMs) connection.close(4408, "nothing was heard for 5 s")
    },
  }
}

interface Wanted {
  readonly ask: FrontAsk
  readonly answer: FrontAnswer
}
