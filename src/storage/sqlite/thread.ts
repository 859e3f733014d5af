import { execute, failureOf, openFile } from "./file.ts"
import {
  type DatabaseRequest,
  type DatabaseResult,
  decode,
  type Encoded,
  encode,
  type ThreadSettings,
} from "./protocol.ts"

/** Owns one connection in its own thread, so slow work does not block the serving thread. */

declare const self: Worker

const settings = await new Promise<ThreadSettings>((resolve) => {
  self.onmessage = ({ data }: MessageEvent<Encoded<ThreadSettings>>) => resolve(decode(data))
})
const executeRequest = openedFile(settings)
self.onmessage = ({ data }: MessageEvent<Encoded<DatabaseRequest>>) =>
  self.postMessage(encode(executeRequest(decode(data))))
self.postMessage(encode<DatabaseResult>({ type: "results", results: [] }))

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
