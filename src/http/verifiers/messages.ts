import { verifierBounds } from "../../contract/verifier.ts"

/** What a verifier sends: docs/verifier-protocol.md#messages. Asks and rows are checked one by one later. */
export type Message =
  | { readonly t: "hello"; readonly key: string; readonly client: string }
  | { readonly t: "renew"; readonly n: number }
  | { readonly t: "verify"; readonly asks: readonly NumberedAsk[] }
  | { readonly t: "ack"; readonly n: number }
  | { readonly t: "used"; readonly rows: readonly unknown[] }

export interface NumberedAsk {
  readonly i: number
}

/** A message that breaks a rule of the protocol. The reason goes to the verifier. */
export class WrongMessage extends Error {
  override readonly name = "WrongMessage"
}

export function readMessage(frame: string | Uint8Array): Message {
  if (typeof frame !== "string") throw new WrongMessage("a message must be a text frame")
  const message = parse(frame)
  switch (message.t) {
    case "hello": {
      const { key, client } = message
      if (!isText(key, 512) || !isText(client, verifierBounds.clientLength)) throw wrong("hello")
      return { t: "hello", key, client }
    }
    case "renew":
    case "ack": {
      const { n } = message
      if (!isWhole(n)) throw wrong(message.t)
      return { t: message.t, n }
    }
    case "verify": {
      const { asks } = message
      if (!isList(asks, verifierBounds.asksPerMessage) || !asks.every(isNumbered)) throw wrong("verify")
      return { t: "verify", asks }
    }
    case "used": {
      const { rows } = message
      if (!isList(rows, verifierBounds.rowsPerMessage)) throw wrong("used")
      return { t: "used", rows }
    }
    default:
      throw new WrongMessage("the message is unknown")
  }
}

function parse(frame: string): Readonly<Record<string, unknown>> {
  try {
    const message: unknown = JSON.parse(frame)
    if (typeof message === "object" && message !== null) return message as Readonly<Record<string, unknown>>
  } catch {}
  throw new WrongMessage("a message must be a JSON object")
}

function wrong(name: string): WrongMessage {
  return new WrongMessage(`a member of ${name} is missing or wrong`)
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= longest
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isList(value: unknown, longest: number): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && value.length <= longest
}

function isNumbered(ask: unknown): ask is NumberedAsk {
  if (typeof ask !== "object" || ask === null || !("i" in ask)) return false
  return isWhole(ask.i) && ask.i <= 2_147_483_647
}
