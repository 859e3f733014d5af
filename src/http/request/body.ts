import { Fault, fault, invalidInput } from "../../contract/errors.ts"
import { exceedsDepth } from "../../core/json-depth.ts"
import { parseJsonWithPauses, pieceLength } from "../../core/parse-json-with-pauses.ts"
import { createPauser, pause } from "../../core/pauses.ts"
import { faultOf } from "./response.ts"
import { createSharedTimeout, unwatched, type Watched } from "./shared-timeouts.ts"
import { noteComplete } from "./unread-body.ts"

export const bodyLimits = { bytes: 1_048_576, nesting: 100, stallMs: 15_000, totalMs: 30_000 }

/**
 * Step 5 of the pipeline: reads the body within the limits of size and time. The caller must unwatch the result, and
 * must pass an error to `notReceived`.
 */
export function readBody(request: Request): Watched<Uint8Array> {
  const announced = request.headers.get("content-length")
  const length = Number(announced)
  if (length > bodyLimits.bytes) throw tooLarge(request)
  if (announced === null || length > smallBody) return unwatched(readStream(request))
  return smallBodies.watch(request.bytes())
}

/** An empty body counts as `{}`, whatever its media type. */
export function parseBody(request: Request, bytes: Uint8Array): unknown {
  try {
    const text = textOf(request, bytes)
    return text === undefined ? {} : JSON.parse(text)
  } catch (cause) {
    return blankOr(bytes, cause)
  }
}

/** Larger bodies are parsed with pauses. Many can arrive together, and each takes up to 2 ms without a pause. */
export const parsedAtOnce = pieceLength

/** Like parseBody, for large bodies. It pauses regularly, so that other requests are not delayed. */
export async function parseLargeBody(request: Request, bytes: Uint8Array): Promise<unknown> {
  await pause()
  try {
    const text = textOf(request, bytes)
    return text === undefined
      ? {}
      : await parseJsonWithPauses(
          text,
          createPauser(() => performance.now()),
        )
  } catch (cause) {
    return blankOr(bytes, cause)
  }
}

function textOf({ headers }: Request, bytes: Uint8Array): string | undefined {
  if (bytes.byteLength === 0) return undefined
  if (hasForeignMedia(headers)) throw fault("application/unsupported_media_type")
  const text = decoder.decode(bytes)
  if (!exceedsDepth(text, bodyLimits.nesting)) return text
  throw invalidInput({ location: "body", message: `must not be nested deeper than ${bodyLimits.nesting} levels` })
}

function blankOr(bytes: Uint8Array, cause: unknown): unknown {
  if (bytes.every(isWhiteSpace)) return {}
  throw cause instanceof Fault ? cause : invalidJson(cause)
}

// The decoder keeps a byte order mark, so that JSON.parse refuses it.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** White space as JSON defines it, without the byte order mark and the no-break space. */
function isWhiteSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function invalidJson(cause: unknown) {
  const errors = [{ location: "body", message: "must be well-formed JSON in UTF-8" }]
  return fault("application/invalid_json", { errors, cause })
}

const jsonMedia = /^application\/([^\s;,]+\+)?json\s*(;|$)/i

function hasForeignMedia(headers: Headers): boolean {
  const encoding = headers.get("content-encoding")
  if (encoding !== null && encoding.trim().toLowerCase() !== "identity") return true
  const type = headers.get("content-type")
  return type !== "application/json" && !jsonMedia.test(type?.trim() ?? "")
}

/** Up to this size, reading the body at once is much faster than reading a stream. */
const smallBody = 65_536

/** A client that disconnects while sending gets 408, because the server is not at fault. */
export function notReceived(cause?: unknown): Fault {
  return cause instanceof Fault ? cause : fault("application/request_timeout", { cause })
}

const smallBodies = createSharedTimeout(bodyLimits.stallMs, () => notReceived())

/** A wrong media type is reported before the size. */
function tooLarge({ headers }: Request): Fault {
  return fault(hasForeignMedia(headers) ? "application/unsupported_media_type" : "application/body_too_large")
}

/** Turns every other error into a fault here, because `notReceived` would report it as a timeout. */
async function readStream(request: Request): Promise<Uint8Array> {
  try {
    return await readChunks(request)
  } catch (error) {
    throw faultOf(error)
  }
}

async function readChunks(request: Request): Promise<Uint8Array> {
  if (request.body === null) {
    noteComplete(request)
    return new Uint8Array()
  }
  const reader = request.body.getReader()
  const deadline = performance.now() + bodyLimits.totalMs
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await readInTime(reader, deadline)
    if (done) {
      noteComplete(request)
      return Buffer.concat(chunks)
    }
    size += value.byteLength
    if (size > bodyLimits.bytes) {
      await reader.cancel()
      throw tooLarge(request)
    }
    chunks.push(value)
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>, deadline: number) {
  const { promise, reject } = Promise.withResolvers<never>()
  const timeoutMs = Math.min(bodyLimits.stallMs, deadline - performance.now())
  const timer = setTimeout(() => reject(notReceived()), Math.max(0, timeoutMs))
  try {
    return await Promise.race([reader.read(), promise])
  } catch (error) {
    throw notReceived(error)
  } finally {
    clearTimeout(timer)
  }
}
