import { expect, test } from "bun:test"
import { testFolder } from "../../../test/services/test-folder.ts"
import { startThread } from "./thread-client.ts"

const { newPath } = testFolder()

/** The thread that `work` starts, if it starts one. */
async function startedBy(work: () => Promise<void>): Promise<Worker | undefined> {
  const Original = globalThis.Worker
  let started: Worker | undefined
  globalThis.Worker = class extends Original {
    constructor(...parts: ConstructorParameters<typeof Worker>) {
      super(...parts)
      started = this
    }
  }
  try {
    await work()
  } finally {
    globalThis.Worker = Original
  }
  return started
}

test("a thread that ends while it is idle is not used again", async () => {
  const use = async () => {
    const thread = startThread({ path: newPath(".db"), access: "write" })
    expect(await thread.execute([])).toEqual([])
    return thread
  }
  // Uses up the threads that other tests have left idle.
  const others: Awaited<ReturnType<typeof use>>[] = []
  let worker: Worker | undefined
  while (worker === undefined) worker = await startedBy(async () => void others.push(await use()))
  await others.pop()?.close()
  const ended = Promise.withResolvers<void>()
  worker.addEventListener("close", () => ended.resolve())
  worker.terminate()
  await ended.promise
  for (const thread of [await use(), ...others]) await thread.close()
}, 30_000)
