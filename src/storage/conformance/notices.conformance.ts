import { describe, expect, test } from "bun:test"
import type { Store } from "../port/store.ts"
import { time } from "./new-objects.ts"
import { addWorkspace, change } from "./stored-objects.ts"

export function noticesConformance(store: Store): void {
  const mark = (workspaceId: string, marks: readonly string[], until = time) =>
    change(store, workspaceId, (tx) => tx.notices.mark({ workspaceId, kind: "key.expired", marks, until }))

  describe("marks of notices", () => {
    test("are new once, by workspace and kind, until they are forgotten", async () => {
      const [{ id }, other] = [await addWorkspace(store), await addWorkspace(store)]
      expect(await mark(id, ["a", "b"])).toEqual(["a", "b"])
      expect(await mark(id, ["b", "c"], time + 1)).toEqual(["c"])
      expect(await mark(other.id, ["a"])).toEqual(["a"])
      const ofAnotherKind = { workspaceId: id, kind: "key.expiring", marks: ["a"], until: time } as const
      expect(await change(store, id, (tx) => tx.notices.mark(ofAnotherKind))).toEqual(["a"])
      while (await store.noticeUpkeep.deleteExpired(time));
      expect(await mark(id, ["a", "b", "c"])).toEqual(["a", "b"])
    })

    test("of many are kept together, and one of two writers gets each", async () => {
      const { id } = await addWorkspace(store)
      const marks = Array.from({ length: 250 }, (_, index) => `mark ${index}`)
      const [one, two] = await Promise.all([mark(id, marks), mark(id, marks)])
      expect([...one, ...two].toSorted()).toEqual(marks.toSorted())
    })
  })
}
