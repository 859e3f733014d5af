import type { CallOptions } from "./call.ts"
import type { PageResult } from "./result.ts"

type Page<Item> = (input?: object, options?: CallOptions) => Promise<PageResult<Item>>

/** Page after page, each asked for when the one before it is used up. A loop has no place for an error, so it is thrown. */
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
