import { expect, test } from "bun:test"
import { loadAttacks, sharedQueues } from "./attack.ts"

test("every queue that workspaces share has an attack, so that the bench measures what one does to others", async () => {
  const attacked = new Set((await loadAttacks()).map(({ fills }) => fills))
  expect([...attacked].toSorted()).toEqual([...sharedQueues].toSorted())
})
