import { answer, openFile } from "./file.ts"
import type { Question, ThreadSettings } from "./protocol.ts"

/** A thread that owns one connection: what takes long here keeps nobody from answering requests there. */

declare const self: Worker

const settings = await new Promise<ThreadSettings>((resolve) => {
  self.onmessage = ({ data }: MessageEvent<ThreadSettings>) => resolve(data)
})
const file = openFile(settings.path, settings.access)
self.onmessage = ({ data }: MessageEvent<Question>) => self.postMessage(answer(file, data))
self.postMessage({ type: "done" })
