import type { Usage } from "../storage/port/usage.ts"

/** Usage without any counts. */
const nothing: Usage = {
  keys: new Map(),
  previousSecrets: new Map(),
  rootKeys: new Map(),
  verifications: [],
  unattributed: [],
  limits: [],
  months: [],
}

/** Only the times of the last uses. */
export function lastUses(of: "keys" | "previousSecrets" | "rootKeys", times: ReadonlyMap<string, number>): Usage {
  return { ...nothing, [of]: times }
}
