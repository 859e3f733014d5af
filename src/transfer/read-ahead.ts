import { pause } from "../core/pauses.ts"

/** Reads the next item while the caller waits for the database with the present one. */
export async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    let next = iterator.next()
    for (;;) {
      const { done, value } = await next
      if (done === true) return
      // The pause lets the caller send its statements first.
      next = pause().then(() => iterator.next())
      // A caller that stops early does not want to know.
      next.catch(() => {})
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}
