import { expect, test } from "bun:test"
import { until } from "../../test/harness/until.ts"
import { startReceiver } from "../../test/services/receiver.ts"
import { createWebhookSender } from "./sender.ts"

test("requests of a thread that has ended fail, another thread sends the next ones, and none starts after the end", async () => {
  const threads: Worker[] = []
  const Original = globalThis.Worker
  globalThis.Worker = class extends Original {
    constructor(...parts: ConstructorParameters<typeof Worker>) {
      super(...parts)
      threads.push(this)
    }
  }
  const answers = Promise.withResolvers<void>()
  const receiver = startReceiver(async () => {
    await answers.promise
    return { status: 204 }
  })
  const sender = createWebhookSender({ allow: ["127.0.0.0/8"] })
  const job = { url: receiver.url(), eventId: "evt_1", body: "{}", secrets: [], now: 0 }
  try {
    const lost = sender.send(job).catch(String)
    await until(() => receiver.received.length === 1)
    threads[0]?.terminate()
    expect(await lost).toBe("Error: The thread that sends webhooks has ended.")
    const next = sender.send(job)
    await until(() => receiver.received.length === 2)
    threads[0]?.onerror?.(new ErrorEvent("error", { message: "late" }))
    answers.resolve()
    expect(await next).toMatchObject({ status: 204 })
    sender.close()
    expect(await sender.send(job).catch(String)).toBe("Error: The server stops.")
    expect(threads).toHaveLength(2)
  } finally {
    globalThis.Worker = Original
    sender.close()
    await receiver.stop()
  }
})
