import { execute, failureOf, openFile } from "./file.ts"
import {
  type DatabaseRequest,
  type DatabaseResult,
  decode,
  type Encoded,
  encode,
  type ThreadSettings,
} from "./protocol.ts"

/**
 * Owns one connection in its own thread, so slow work does not block the serving thread. Its first message says which
 * file to open, and so does the first after a step `close`.
 */

declare const self: Worker

let executeRequest: ((request: DatabaseRequest) => DatabaseResult) | undefined

self.onmessage = ({ data }: MessageEvent<Encoded<DatabaseRequest | ThreadSettings>>) =>
  self.postMessage(encode(answer(decode(data))))

function answer(message: DatabaseRequest | ThreadSettings): DatabaseResult {
  if (!("steps" in message)) {
    executeRequest = openedFile(message)
    return { type: "results", results: [] }
  }
  const result = executeRequest?.(message)
  if (result === undefined) throw new Error("The thread has no file.")
  if (message.steps.at(-1)?.type === "close") executeRequest = undefined
  return result
}

/** If the file cannot be opened, every request gets the reason with its code. */
function openedFile({ path, access }: ThreadSettings): (request: DatabaseRequest) => DatabaseResult {
  try {
    const file = openFile(path, access)
    return (request) => execute(file, request)
  } catch (error) {
    const failure = failureOf(error)
    return () => failure
  }
}
