import type { CallOptions } from "./call.ts"
import type { PageResult } from "./result.ts"

type Page<Item> = (input?: object, options?: CallOptions) => Promise<PageResult<Item>>

/** Fetches each page when it is needed. Errors are thrown, because a loop cannot return them. */
export async function* everyItem<Item>(page: Page<Item>, input?: object, options?: CallOptions): AsyncGenerator<Item> {
  let asked = input
  for (;;) {
    const result = await page(asked, options)
    if (result.error !== undefined) throw result.error
    yield* result.data
    const { cursor } = result.pagination
    if (cursor === undefined) return
    asked = { ...input, cursor }
  }
}
