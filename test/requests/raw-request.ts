import { connect } from "node:net"
import type { Reply, TestServer } from "../harness/harness.ts"

export interface RawRequest {
  readonly method?: string
  readonly target: string
  /** Sent in this order. A Host header is added if it is missing. */
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: string
}

/** Sends bytes that no well-behaved client sends. */
export async function sendRaw(server: Pick<TestServer, "url">, request: RawRequest): Promise<Reply> {
  return parse(await sendBytes(server, written(request)))
}

function written({ method = "POST", target, headers = [], body = "" }: RawRequest): Buffer {
  const hasHost = headers.some(([name]) => name.toLowerCase() === "host")
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(hasHost ? [] : ["Host: localhost"]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ]
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), Buffer.from(body)])
}

/** Everything that the server sends until it closes the connection. */
function sendBytes(server: Pick<TestServer, "url">, bytes: Buffer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1")
  const received: Buffer[] = []
  socket.on("data", (chunk) => received.push(Buffer.from(chunk)))
  socket.on("error", reject)
  socket.on("close", () => resolve(Buffer.concat(received).toString("utf8")))
  socket.write(bytes)
  return promise
}

export function parse(answer: string): Reply {
  const end = answer.indexOf("\r\n\r\n")
  const [statusLine = "", ...lines] = answer.slice(0, end).split("\r\n")
  const headers = new Headers()
  for (const line of lines) headers.append(line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim())
  const text = answer.slice(end + 4)
  return {
    status: Number(statusLine.split(" ")[1]),
    headers,
    text,
    body: /json/.test(headers.get("content-type") ?? "") && text !== "" ? JSON.parse(text) : undefined,
  }
}

/** A connection on which a request arrives in parts, or not at all. */
export function openConnection(server: TestServer) {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1")
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  let received = ""
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  socket.on("data", (chunk) => {
    received += chunk
    answer()
  })
  socket.on("error", () => {})
  socket.on("close", () => resolve())
  return {
    write: (text: string) => void socket.write(text),
    /** The first bytes of the response have arrived, or the connection has ended without any. */
    answered: Promise.race([answered, closed]),
    received: () => received,
    /** Sends no more; responses can still be read. */
    finish: () => void socket.end(),
    closed,
    close: () => socket.destroy(),
  }
}
