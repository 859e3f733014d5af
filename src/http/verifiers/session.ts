import { fault } from "../../contract/errors.ts"
import { attachPermission, verifierBounds } from "../../contract/verifier.ts"
import type { AttachedVerifier } from "../../verifiers/hub.ts"
import type { Connection, VerifierEnd } from "../../verifiers/verifier.ts"
import { type Authenticated, authenticateHash, authenticateHashFromMemory } from "../request/authenticate.ts"
import type { ClientAddresses } from "../request/client-address.ts"
import { spendRequest } from "../request/request-budget.ts"
import { logRequest } from "../request/request-context.ts"
import { faultOf } from "../request/response.ts"
import { type Answer, type Asker, answerAsk, startAsk } from "./ask.ts"
import { type Message, type NumberedAsk, readMessage, WrongMessage } from "./messages.ts"
import type { Line, Steps } from "./turns.ts"
import type { VerifierParts } from "./verifier-parts.ts"
import { writeVerdicts } from "./write-verdicts.ts"

/** The server's side of one connection: docs/verifier-protocol.md. */
export interface VerifierSession {
  receive(frame: string | Uint8Array): void
  /** The connection has ended. */
  closed(code: number): void
  /** Closes the connection if nothing was heard for too long. */
  checkSilence(): void
}

export interface SessionOptions {
  readonly parts: VerifierParts
  readonly connection: Connection
  readonly request: Request
  readonly clientAddresses: ClientAddresses
}

/** For `hello`, and between two renewals. */
const silenceMs = 5_000

/** A frame that takes long to read is not read at once. 100 asks are usually shorter. */
const shortFrame = 16_384
/** An ask usually takes 10 microseconds, and 150 if it is malformed. */
const asksPerStep = 10
/** Further asks of a connection wait for answers, so that one verifier does not take all places of its workspace. */
const runningAtMost = 200
const tooMuch = { code: 4413, reason: "frames" }
const startOfUsed = '{"t":"used"'
/** What a row that was read keeps in memory. */
const bytesOfRow = 250

type State =
  | { readonly type: "new" }
  | { readonly type: "greeting" }
  | { readonly type: "attached"; readonly attached: Attached }
  | { readonly type: "closed" }

interface Attached {
  readonly verifier: AttachedVerifier
  readonly asker: Asker
  readonly rootKeyId: string
  readonly workspaceId: string
  readonly line: Line
}

export function createVerifierSession({
  parts,
  connection,
  request,
  clientAddresses,
}: SessionOptions): VerifierSession {
  const { service, hub, nodeId, bounds, lendableMs, usedRows, turns, clock } = parts
  const ending = new AbortController()
  let state: State = { type: "new" }
  let heardAt = clock()
  let lastRenewal = -1
  let lastLease = -1
  let inFlight = 0
  /** Asks that have not begun, in their order. */
  let waiting: NumberedAsk[] = []
  let running = 0
  let willBegin = false
  let ready: Answer[] = []

  const close = ({ code, reason }: VerifierEnd) => {
    connection.close(code, reason)
  }
  const fail = (error: unknown) => {
    service.log.report("A message of a verifier could not be handled. Its connection was closed.", error)
    close({ code: 1011, reason: "internal error" })
  }
  const isOpen = () => state.type !== "closed"

  const greet = async (key: string) => {
    const rootKeyHash = service.vault.hash(key)
    const asker = {
      rootKeyHash,
      request: new Request(request.url, { headers: request.headers, signal: ending.signal }),
      clientAddresses,
    }
    const context = startAsk(service, asker, "verifier.hello")
    try {
      service.admission.refuseOverload(context.startedAt)
      const authenticated = await authenticateHash(service, rootKeyHash, context.now)
      const { rootKeyId, workspaceId } = requireAttachable(authenticated)
      context.workspaceId = workspaceId
      if (authenticated.budget !== undefined) await spendRequest(service, authenticated, context)
      if (!isOpen()) return
      const attachment = hub.attach({ rootKeyId, workspaceId, connection })
      if (attachment.type === "paused") throw new Refused(4429, String(Math.ceil(attachment.leftMs / 1_000)))
      if (attachment.type === "refused") throw new Refused(4503, attachment.reason)
      const { verifier } = attachment
      const line = turns.open(workspaceId, fail)
      state = { type: "attached", attached: { verifier, asker, rootKeyId, workspaceId, line } }
      heardAt = clock()
      logRequest(service, context, 101)
      connection.send(JSON.stringify({ t: "welcome", node: nodeId }))
    } catch (error) {
      const { end, failure } = refusalOf(error)
      logRequest(service, context, 403, failure)
      close(end)
    }
  }

  const renew = ({ asker, verifier }: Attached, n: number) => {
    if (n <= lastRenewal) throw new WrongMessage("n of renew must grow")
    heardAt = clock()
    lastRenewal = n
    const authenticated = rightsOf(asker)
    if (authenticated !== undefined || lendableMs() < 1) return sendLease({ verifier, authenticated }, n)
    // Memory does not have the root key, so it is read, and the lease is computed when it is there.
    const { now } = service
    const sendLater = () => {
      if (state.type === "attached" && n > lastLease) sendLease({ verifier, authenticated: rightsOf(asker) }, n)
    }
    authenticateHash(service, asker.rootKeyHash, now()).then(sendLater, (error) => loseRights(verifier, error))
  }
  /** The rights of the root key in this moment. Undefined if memory does not know them. */
  const rightsOf = ({ rootKeyHash }: Asker): Authenticated | undefined => {
    try {
      const authenticated = authenticateHashFromMemory(service, rootKeyHash, service.now())
      if (authenticated !== undefined) requireAttachable(authenticated)
      return authenticated
    } catch (error) {
      if (state.type === "attached") loseRights(state.attached.verifier, error)
      return undefined
    }
  }
  const loseRights = (verifier: AttachedVerifier, error: unknown) => {
    const { code } = faultOf(error)
    // An outage says nothing about rights; without them in memory there is no lease.
    if (code.startsWith("auth")) verifier.end({ code: 4401, reason: code })
  }
  const sendLease = (
    { verifier, authenticated }: Pick<Attached, "verifier"> & { readonly authenticated: Authenticated | undefined },
    n: number,
  ) => {
    lastLease = n
    const now = service.now()
    const ms =
      authenticated === undefined ? 0 : Math.min(lendableMs(), verifierBounds.leaseMs, lifetimeOf(authenticated, now))
    connection.send(`{"t":"lease","n":${n},"ms":${verifier.lend(Math.floor(ms))},"now":${now}}`)
  }

  function* verify(attached: Attached, asks: readonly NumberedAsk[]) {
    inFlight += asks.length
    if (inFlight > bounds.asksInFlight) return close({ code: 4413, reason: "more than 1000 asks in flight" })
    waiting.push(...asks)
    yield* beginAsks(attached)
  }
  function* beginAsks(attached: Attached) {
    for (let begun = 1; running < runningAtMost && isOpen(); begun += 1) {
      const ask = waiting.shift()
      if (ask === undefined) return
      begin(attached, ask)
      if (begun % asksPerStep === 0) yield
    }
  }
  const begin = (attached: Attached, ask: NumberedAsk) => {
    const answer = answerAsk(service, attached.asker, ask)
    if (!(answer instanceof Promise)) return sendSoon(answer)
    running += 1
    void answer.then((late) => {
      running -= 1
      sendSoon(late)
      beginLater(attached)
    })
  }
  const beginLater = (attached: Attached) => {
    if (willBegin || waiting.length === 0 || !isOpen()) return
    willBegin = true
    const steps = function* () {
      willBegin = false
      yield* beginAsks(attached)
    }
    takeSoon(attached, 0, steps())
  }
  /** Answers that are ready in the same turn are few messages. */
  const sendSoon = (answer: Answer) => {
    inFlight -= 1
    ready.push(answer)
    if (ready.length > 1) return
    queueMicrotask(() => {
      const answers = ready
      ready = []
      sendAnswers(answers)
    })
  }
  const sendAnswers = (answers: readonly Answer[]) => {
    if (state.type !== "attached") return
    const { verifier, asker } = state.attached
    const now = service.now()
    const recordOf = (hash: string) => {
      const authenticated = rightsOf(asker)
      return authenticated && parts.records.write({ authenticated, verifier, hash, now })
    }
    // Records are read, noted and sent in this step.
    for (const message of writeVerdicts(answers, recordOf)) connection.send(message)
  }

  /** Rows count even if the connection has ended since they came. */
  function* handleLong(attached: Attached, frame: string) {
    try {
      const message = readMessage(frame)
      yield
      if (message.t === "used") yield* countRows(attached, message.rows)
      else if (isOpen()) yield* handleOther(attached, message)
    } catch (error) {
      refuse(error)
    }
  }
  function* handleShort(attached: Attached, frame: string) {
    try {
      const message = readMessage(frame)
      if (message.t !== "used") {
        if (isOpen()) yield* handleOther(attached, message)
        return
      }
      const { rows } = message
      takeLater(attached, rows.length * bytesOfRow, countRows(attached, rows))
    } catch (error) {
      refuse(error)
    }
  }
  function* handleOther(attached: Attached, message: Exclude<Message, { readonly t: "used" }>) {
    switch (message.t) {
      case "hello":
        throw new WrongMessage("hello must come once")
      case "renew":
        return renew(attached, message.n)
      case "verify":
        return yield* verify(attached, message.asks)
      case "ack":
        if (!attached.verifier.acknowledge(message.n)) throw new WrongMessage("this drop was never sent")
    }
  }
  function* countRows({ rootKeyId, workspaceId }: Attached, rows: readonly unknown[]) {
    try {
      service.usage.rootKeyUsed(rootKeyId, service.now())
      yield* usedRows.count(workspaceId, rows)
    } catch (error) {
      refuse(error)
    }
  }
  const takeSoon = ({ line }: Attached, bytes: number, steps: Steps) => {
    if (!line.soon(bytes, steps)) close(tooMuch)
  }
  const takeLater = ({ line }: Attached, bytes: number, steps: Steps) => {
    if (!line.later(bytes, steps)) close(tooMuch)
  }
  const take = (attached: Attached, frame: string) => {
    if (isLong(frame)) takeLater(attached, frame.length, handleLong(attached, frame))
    else takeSoon(attached, frame.length, handleShort(attached, frame))
  }
  const refuse = (error: unknown) => {
    if (!(error instanceof WrongMessage)) throw error
    close({ code: 4400, reason: error.message })
  }

  return {
    receive(frame) {
      if (!isOpen()) return
      if (state.type === "attached" && typeof frame === "string") return take(state.attached, frame)
      try {
        const message = readMessage(frame)
        if (message.t === "hello") heardAt = clock()
        if (state.type !== "new" || message.t !== "hello") throw new WrongMessage("hello and welcome must come first")
        state = { type: "greeting" }
        void greet(message.key)
      } catch (error) {
        refuse(error)
      }
    },
    closed(code) {
      const before = state
      state = { type: "closed" }
      waiting = []
      ending.abort()
      if (before.type === "attached") before.attached.verifier.disconnected(code)
    },
    checkSilence() {
      if (clock() - heardAt > silenceMs) close({ code: 4408, reason: "nothing was heard for 5 s" })
    },
  }
}

function isLong(frame: string): boolean {
  return frame.length > shortFrame || frame.startsWith(startOfUsed)
}

class Refused extends Error {
  override readonly name = "Refused"
  readonly end: VerifierEnd

  constructor(code: number, reason: string) {
    super(reason)
    this.end = { code, reason }
  }
}

function refusalOf(error: unknown) {
  const failure = faultOf(error instanceof Refused ? fault("application/service_unavailable") : error)
  if (error instanceof Refused) return { end: error.end, failure }
  if (failure.code === "application/service_unavailable") return { end: { code: 4503, reason: failure.code }, failure }
  const wait = failure.headers["Retry-After"]
  if (wait !== undefined) return { end: { code: 4429, reason: wait }, failure }
  return { end: { code: 4403, reason: failure.code }, failure }
}

function requireAttachable({ caller, authority }: Authenticated) {
  if (caller.type !== "root_key") throw fault("authorization/insufficient_permissions")
  authority.require(attachPermission)
  return { rootKeyId: caller.rootKey.id, workspaceId: caller.rootKey.workspaceId }
}

function lifetimeOf({ caller }: Authenticated, now: number): number {
  const expires = caller.type === "root_key" ? caller.rootKey.expires : null
  return expires === null ? Number.POSITIVE_INFINITY : Math.max(0, expires - now)
}
