import { expect, test } from "bun:test"
import { generated } from "./generate.ts"

test.each(generated.map(({ path, update }) => [path, update] as const))(
  "%s says what the code says",
  async (path, update) => {
    const text = await Bun.file(path).text()
    expect(text).toBe(update(text))
  },
)
