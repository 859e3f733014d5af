import { type ErrorCode, Fault, fault, invalidInput } from "../contract/errors.ts"
import { exceedsDepth } from "../core/json-depth.ts"
import { createDeadlines } from "./deadlines.ts"

export const bodyLimits = { bytes: 1_048_576, nesting: 100, stallMs: 15_000, totalMs: 30_000 }

/** Step 5 of the pipeline as far as the bytes go; an empty body counts as `{}` whatever its type. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const isForeign = hasForeignMedia(request.headers)
  // What the type is comes before how much it is.
  const bytes = await readBytes(
    request,
    isForeign ? "application/unsupported_media_type" : "application/body_too_large",
  )
  if (bytes.every(isWhiteSpace)) return {}
  if (isForeign) throw fault("application/unsupported_media_type")
  const text = decode(bytes)
  if (exceedsDepth(text, bodyLimits.nesting)) {
    throw invalidInput({ location: "body", message: `must not be nested deeper than ${bodyLimits.nesting} levels` })
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalidJson(cause)
  }
}

// The byte order mark is kept so that JSON.parse refuses it.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** As JSON has it: neither a byte order mark nor a no-break space is any. */
function isWhiteSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw invalidJson(cause)
  }
}

function invalidJson(cause: unknown) {
  const errors = [{ location: "body", message: "must be well-formed JSON in UTF-8" }]
  return fault("application/invalid_json", { errors, cause })
}

const jsonMedia = /^application\/([^\s;,]+\+)?json\s*(;|$)/i

function hasForeignMedia(headers: Headers): boolean {
  const encoding = headers.get("content-encoding")
  const isEncoded = encoding !== null && encoding.trim().toLowerCase() !== "identity"
  return isEncoded || !jsonMedia.test(headers.get("content-type")?.trim() ?? "")
}

/** A body of this size comes in a packet or a few; waiting for all of it at once costs a fraction of a stream. */
const smallBody = 65_536
const smallBodies = createDeadlines(bodyLimits.stallMs)
const tooSlow = () => fault("application/request_timeout")

async function readBytes(request: Request, tooLarge: ErrorCode): Promise<Uint8Array> {
  const announced = request.headers.get("content-length")
  const length = Number(announced)
  if (length > bodyLimits.bytes) throw fault(tooLarge)
  if (announced !== null && length === 0) return new Uint8Array()
  const isSmall = announced !== null && length <= smallBody
  try {
    return await (isSmall ? smallBodies.within(request.bytes(), tooSlow) : readStream(request, tooLarge))
  } catch (error) {
    // Whoever hangs up while sending is no defect of the server.
    throw error instanceof Fault ? error : fault("application/request_timeout", { cause: error })
  }
}

/** Reads no more than is allowed, and waits no longer than is allowed. */
async function readStream(request: Request, tooLarge: ErrorCode): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array()
  const reader = request.body.getReader()
  const deadline = performance.now() + bodyLimits.totalMs
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await readInTime(reader, deadline)
    if (done) return Buffer.concat(chunks)
    size += value.byteLength
    if (size > bodyLimits.bytes) {
      await reader.cancel()
      throw fault(tooLarge)
    }
    chunks.push(value)
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>, deadline: number) {
  const { promise, reject } = Promise.withResolvers<never>()
  const patience = Math.min(bodyLimits.stallMs, deadline - performance.now())
  const timer = setTimeout(() => reject(tooSlow()), Math.max(0, patience))
  try {
    return await Promise.race([reader.read(), promise])
  } finally {
    clearTimeout(timer)
  }
}
