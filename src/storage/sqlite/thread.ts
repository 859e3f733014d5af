import { answer, openFile } from "./file.ts"
import { type Question, type Reply, readMessage, type Sent, type ThreadSettings, writeMessage } from "./protocol.ts"

/** A thread that owns one connection: what takes long here keeps nobody from answering requests there. */

declare const self: Worker

const settings = await new Promise<ThreadSettings>((resolve) => {
  self.onmessage = ({ data }: MessageEvent<Sent<ThreadSettings>>) => resolve(readMessage(data))
})
const file = openFile(settings.path, settings.access)
self.onmessage = ({ data }: MessageEvent<Sent<Question>>) =>
  self.postMessage(writeMessage(answer(file, readMessage(data))))
self.postMessage(writeMessage<Reply>({ type: "done" }))
