import { execute, openFile } from "./file.ts"
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
const file = openFile(settings.path, settings.access)
self.onmessage = ({ data }: MessageEvent<Encoded<DatabaseRequest>>) =>
  self.postMessage(encode(execute(file, decode(data))))
self.postMessage(encode<DatabaseResult>({ type: "results", results: [] }))
