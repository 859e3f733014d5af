import { endOfString } from "./json-depth.ts"

const quote = 0x22
const comma = 0x2c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** JSON.parse needs up to 2 ms for this many characters; the worst case is 700 objects with distinct names. */
export const pieceLength = 8_192

/**
 * Behaves like JSON.parse, but pauses for other requests: JSON.parse needs a quarter of a second for a megabyte of
 * distinct names. Arrays and objects longer than a piece are assembled from pieces.
 */
export async function parseJsonWithPauses(
  text: string,
  pauseIfDue: () => Promise<void> | undefined,
  piece = pieceLength,
): Promise<unknown> {
  const reading: Reading = { text, piece, frames: [], depth: 0, index: 0 }
  while (!readPiece(reading)) await pauseIfDue()
  const [root] = reading.frames
  return root?.value === undefined ? JSON.parse(text) : root.value
}

interface Reading {
  readonly text: string
  readonly piece: number
  /** Frames below `depth` are open. */
  readonly frames: Frame[]
  depth: number
  index: number
}

/** Reads until one piece is parsed; returns true at the end of the text. */
function readPiece(reading: Reading): boolean {
  const { text, piece, frames } = reading
  let { depth } = reading
  for (let index = reading.index; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      index = endOfString(text, index)
    } else if (code === openBracket || code === openBrace) {
      frames[depth] = renewed(frames[depth], code === openBracket, index)
      depth += 1
    } else if (code === comma) {
      const frame = frames[depth - 1]
      if (frame === undefined) throw malformed()
      const isDue = frame.isAfterPart || index - frame.pendingStart >= piece
      if (isDue) closeMember(text, frames, depth - 1, index)
      frame.memberStart = index + 1
      if (!isDue) continue
      reading.depth = depth
      reading.index = index + 1
      return false
    } else if (code === closeBracket || code === closeBrace) {
      depth -= 1
      const frame = frames[depth]
      if (frame === undefined || frame.isArray !== (code === closeBracket)) throw malformed()
      if (frame.value === undefined) continue
      closeMember(text, frames, depth, index)
      const parent = frames[depth - 1]
      if (parent === undefined) {
        if (!isBlank(text.slice(index + 1))) throw malformed()
        return true
      }
      parent.pendingStart = index + 1
      parent.isAfterPart = true
    }
  }
  if (frames[0]?.value !== undefined) throw malformed()
  return true
}

type Container = unknown[] | Record<string, unknown>

/** An array or object that is open at the current position. */
interface Frame {
  isArray: boolean
  /** The index of the opening bracket. */
  start: number
  /** The index where the current member starts. */
  memberStart: number
  /** The index where the unparsed text starts. */
  pendingStart: number
  /** True if the current member was assembled from pieces, so that only white space may follow. */
  isAfterPart: boolean
  /** Undefined while the whole value can still be parsed in one piece with its surroundings. */
  value: Container | undefined
}

/** Frames are reused, because a body can hold 300,000 empty arrays. */
function renewed(old: Frame | undefined, isArray: boolean, start: number): Frame {
  const frame = old ?? { isArray, start, memberStart: 0, pendingStart: 0, isAfterPart: false, value: undefined }
  frame.isArray = isArray
  frame.start = start
  frame.memberStart = start + 1
  frame.pendingStart = start + 1
  frame.isAfterPart = false
  frame.value = undefined
  return frame
}

/** Parses the pending text of a frame up to a comma or its closing bracket. */
function closeMember(text: string, frames: readonly Frame[], depth: number, end: number): void {
  const frame = begun(text, frames, depth)
  if (!frame.isAfterPart) parsePending(text, frame, end)
  else if (!isBlank(text.slice(frame.pendingStart, end))) throw malformed()
  frame.pendingStart = end + 1
  frame.isAfterPart = false
}

/** Creates the value of a frame inside its parents. */
function begun(text: string, frames: readonly Frame[], depth: number): Frame {
  const frame = frames[depth]
  if (frame === undefined) throw malformed()
  if (frame.value !== undefined) return frame
  frame.value = frame.isArray ? [] : {}
  if (depth === 0) {
    if (!isBlank(text.slice(0, frame.start))) throw malformed()
    return frame
  }
  const parent = begun(text, frames, depth - 1)
  if (parent.isAfterPart) throw malformed()
  if (parent.pendingStart < parent.memberStart) parsePending(text, parent, parent.memberStart - 1)
  const around = parseWithin(parent, `${text.slice(parent.memberStart, frame.start)}null`)
  const [name] = Object.keys(around)
  if (name === undefined) throw malformed()
  if (Array.isArray(parent.value)) parent.value.push(frame.value)
  else define(parent.value, name, frame.value)
  return frame
}

function parsePending(text: string, frame: Frame, end: number): void {
  const piece = text.slice(frame.pendingStart, end)
  if (isBlank(piece)) throw malformed()
  const parsed = parseWithin(frame, piece)
  if (Array.isArray(frame.value) && Array.isArray(parsed)) for (const item of parsed) frame.value.push(item)
  else for (const [name, value] of Object.entries(parsed)) define(frame.value, name, value)
}

function parseWithin({ isArray }: Frame, members: string): object {
  return JSON.parse(isArray ? `[${members}]` : `{${members}}`)
}

/** Assigning `__proto__` would change the prototype. */
function define(object: Container | undefined, name: string, value: unknown): void {
  if (object === undefined || Array.isArray(object)) return
  if (name !== "__proto__") object[name] = value
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
}

/** JSON allows no other white space. */
function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text)
}

function malformed(): SyntaxError {
  return new SyntaxError("The text is no JSON.")
}
