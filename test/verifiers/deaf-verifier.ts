import { once } from "node:events"
import { connect } from "node:net"
import { until } from "../harness/until.ts"

/** A verifier that reads nothing until it is told to, which no WebSocket of a runtime can do. */
export interface DeafVerifier {
  send(message: unknown): void
  /** Reads everything. Returns the code of the server's close, or undefined once this many bytes have come. */
  hear(bytes: number): Promise<number | undefined>
  stop(): void
}

export async function attachDeaf(url: string, key: string): Promise<DeafVerifier> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, "connect")
  const heard = createReader()
  let hasEnded = false
  socket.on("data", heard.take)
  socket.on("error", () => {})
  socket.on("close", () => {
    hasEnded = true
  })
  const send = (message: unknown) => socket.write(frameOf(JSON.stringify(message)))
  socket.write(
    `GET /v2/verifier HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString("base64")}\r\nSec-WebSocket-Protocol: keyward.verifier.1\r\n\r\n`,
  )
  await until(() => heard.isUpgraded())
  send({ t: "hello", key, client: "deaf" })
  await until(() => heard.frames() > 0)
  socket.pause()
  let renewals = 0
  // Silence would end the connection for another reason.
  const renewing = setInterval(() => {
    renewals += 1
    send({ t: "renew", n: renewals })
  }, 1_000)
  return {
    send,
    async hear(bytes) {
      socket.resume()
      await until(() => hasEnded || heard.bytes() >= bytes || heard.closeCode() !== undefined)
      return heard.closeCode()
    },
    stop() {
      clearInterval(renewing)
      socket.destroy()
    },
  }
}

/** Reads the answer to the handshake, and then frames. */
function createReader() {
  const endOfHead = "\r\n\r\n"
  let rest: Buffer = Buffer.alloc(0)
  let isUpgraded = false
  let bytes = 0
  let frames = 0
  /** What is still to come of the payload of a frame. */
  let missing = 0
  let closeCode: number | undefined
  const readFrame = () => {
    const [first = 0, second = 0] = rest
    const short = second & 127
    const headLength = short === 127 ? 10 : short === 126 ? 4 : 2
    const isClose = (first & 15) === 8
    if (rest.length < headLength + (isClose ? 2 : 0)) return false
    if (isClose) closeCode = rest.readUInt16BE(headLength)
    if (short === 127) missing = Number(rest.readBigUInt64BE(2))
    else missing = short === 126 ? rest.readUInt16BE(2) : short
    frames += 1
    rest = rest.subarray(headLength)
    return true
  }
  const skipPayload = () => {
    const skipped = Math.min(missing, rest.length)
    missing -= skipped
    rest = rest.subarray(skipped)
  }
  return {
    take(chunk: Buffer) {
      bytes += chunk.length
      rest = Buffer.concat([rest, chunk])
      if (!isUpgraded) {
        const end = rest.indexOf(endOfHead)
        if (end === -1) return
        isUpgraded = rest.includes(" 101 ")
        rest = rest.subarray(end + endOfHead.length)
      }
      do skipPayload()
      while (missing === 0 && rest.length >= 2 && readFrame())
    },
    isUpgraded: () => isUpgraded,
    bytes: () => bytes,
    frames: () => frames,
    closeCode: () => closeCode,
  }
}

/** A masked text frame, whose mask changes nothing. */
function frameOf(text: string): Buffer {
  const payload = Buffer.from(text)
  const head = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0])
  return Buffer.concat([head, payload])
}
