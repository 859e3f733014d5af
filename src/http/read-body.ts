import { fault, invalidInput } from "../contract/errors.ts"
import { exceedsDepth } from "../core/json-depth.ts"

export const bodyLimits = { bytes: 1_048_576, nesting: 100, stallMs: 15_000, totalMs: 30_000 }

/** Step 5 of the pipeline as far as the bytes go; an empty body counts as `{}` whatever its type. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const bytes = await readBytes(request)
  const text = decode(bytes)
  if (text.trim() === "") return {}
  refuseForeignMedia(request.headers)
  if (exceedsDepth(text, bodyLimits.nesting)) {
    throw invalidInput({ location: "body", message: `must not be nested deeper than ${bodyLimits.nesting} levels` })
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalidJson(cause)
  }
}

function decode(bytes: Uint8Array): string {
  try {
    // The byte order mark is kept so that JSON.parse refuses it.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw invalidJson(cause)
  }
}

function invalidJson(cause: unknown) {
  const errors = [{ location: "body", message: "must be well-formed JSON in UTF-8" }]
  return fault("application/invalid_json", { errors, cause })
}

const jsonMedia = /^application\/([^\s;,]+\+)?json\s*(;|$)/i

function refuseForeignMedia(headers: Headers): void {
  const encoding = headers.get("content-encoding")
  const isEncoded = encoding !== null && encoding.trim().toLowerCase() !== "identity"
  if (isEncoded || !jsonMedia.test(headers.get("content-type")?.trim() ?? "")) {
    throw fault("application/unsupported_media_type")
  }
}

/** Reads no more than is allowed, and waits no longer than is allowed. */
async function readBytes(request: Request): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? 0)
  if (announced > bodyLimits.bytes) throw fault("application/body_too_large")
  if (request.body === null) return new Uint8Array()
  const reader = request.body.getReader()
  const deadline = performance.now() + bodyLimits.totalMs
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await readInTime(reader, deadline)
    if (done) return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
    size += value.byteLength
    if (size > bodyLimits.bytes) {
      await reader.cancel()
      throw fault("application/body_too_large")
    }
    chunks.push(value)
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>, deadline: number) {
  const { promise, reject } = Promise.withResolvers<never>()
  const patience = Math.min(bodyLimits.stallMs, deadline - performance.now())
  const timer = setTimeout(() => reject(fault("application/request_timeout")), Math.max(0, patience))
  try {
    return await Promise.race([reader.read(), promise])
  } finally {
    clearTimeout(timer)
  }
}
