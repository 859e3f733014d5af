import { counted, formatWhole } from "../../ui/format.ts"

/** The server counts no further, so that a list stays quick. */
const countedAtMost = 1_000

/** "3 keys", "1,000 or more keys". */
export function keyCount(keys = 0): string {
  return keys < countedAtMost ? counted(keys, "key") : `${formatWhole(countedAtMost)} or more keys`
}
