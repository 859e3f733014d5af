/** The messages of docs/verifier-protocol.md that a verifier receives. */
export type ServerMessage =
  | { readonly t: "welcome"; readonly node: string }
  | { readonly t: "lease"; readonly n: number; readonly ms: number; readonly now: number }
  | { readonly t: "verdicts"; readonly answers: readonly AskAnswer[] }
  | { readonly t: "drop"; readonly n: number; readonly ids?: readonly string[] }
  | { readonly t: "bye" }

export interface AskAnswer {
  readonly i: number
  readonly requestId: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly record?: KeyRecord
  readonly plaintext?: true
  readonly error?: WireError
  readonly retryAfter?: number
}

export interface WireError {
  readonly type: string
  readonly detail: string
  readonly status: number
  readonly errors?: readonly { readonly location: string; readonly message: string; readonly fix?: string }[]
}

/** What decides verifications of a key. */
export interface KeyRecord {
  readonly hash: string
  readonly ticket: string
  /** Ids that the record depends on. */
  readonly on: readonly string[]
  readonly data: KnownKeyData
  readonly refused?: "DISABLED"
  readonly expires?: number
  readonly networks?: readonly (readonly string[])[]
  readonly until?: number
}

export interface KnownKeyData {
  readonly keyId: string
  readonly apiId: string
  readonly permissions: readonly string[]
}

/** Returns undefined for a message that the verifier does not understand. */
export function readMessage(text: unknown): ServerMessage | undefined {
  if (typeof text !== "string") return undefined
  try {
    const message: unknown = JSON.parse(text)
    return isServerMessage(message) ? message : undefined
  } catch {
    return undefined
  }
}

function isServerMessage(message: unknown): message is ServerMessage {
  if (!isObject(message)) return false
  const { t, n } = message
  switch (t) {
    case "welcome":
      return isText(message.node)
    case "lease":
      return isWhole(n) && isWhole(message.ms) && message.ms <= longestLeaseMs && isWhole(message.now)
    case "verdicts":
      return isListOf(message.answers, isAnswer)
    case "drop":
      return isWhole(n) && isAbsentOr(message.ids, isTexts)
    case "bye":
      return true
    default:
      return false
  }
}

const longestLeaseMs = 1_000

function isAnswer(answer: unknown): boolean {
  if (!isObject(answer) || !isWhole(answer.i) || !isText(answer.requestId)) return false
  if (answer.error !== undefined) return isError(answer.error) && isAbsentOr(answer.retryAfter, isWhole)
  if (answer.plaintext === true) return true
  return isObject(answer.data) && isAbsentOr(answer.record, isRecord)
}

function isError(error: unknown): boolean {
  if (!isObject(error)) return false
  return isText(error.type) && isText(error.detail) && isWhole(error.status)
}

function isRecord(record: unknown): boolean {
  if (!isObject(record)) return false
  const { hash, ticket, on, data, refused, expires, networks, until } = record
  return (
    isText(hash) &&
    isText(ticket) &&
    isTexts(on) &&
    isKeyData(data) &&
    (refused === undefined || refused === "DISABLED") &&
    isAbsentOr(expires, isWhole) &&
    isAbsentOr(networks, (lists) => isListOf(lists, isTexts) && lists.length <= mostNetworkLists) &&
    isAbsentOr(until, isWhole)
  )
}

const mostNetworkLists = 2

function isKeyData(data: unknown): boolean {
  return isObject(data) && isText(data.keyId) && isText(data.apiId) && isTexts(data.permissions)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === "string"
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isTexts(value: unknown): value is readonly string[] {
  return isListOf(value, isText)
}

function isListOf(value: unknown, holds: (item: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && value.every(holds)
}

function isAbsentOr(value: unknown, holds: (value: unknown) => boolean): boolean {
  return value === undefined || holds(value)
}
