import type { RatelimitInput } from "../contract/ratelimit.ts"
import { compareBytes } from "./byte-order.ts"
import type { Ratelimit } from "./model.ts"

/** The requested set, sorted by name. A known name keeps its id. Returns `existing` itself if nothing changes. */
export function replaceRatelimits(
  existing: readonly Ratelimit[],
  wanted: readonly RatelimitInput[],
  mintId: () => string,
): readonly Ratelimit[] {
  const known = new Map(existing.map((ratelimit) => [ratelimit.name, ratelimit]))
  const replaced = wanted
    .map((entry) => resolve(known.get(entry.name), entry, mintId))
    .sort((one, other) => compareBytes(one.name, other.name))
  const isSame =
    replaced.length === existing.length && replaced.every((ratelimit, index) => ratelimit === existing[index])
  return isSame ? existing : replaced
}

function resolve(known: Ratelimit | undefined, wanted: RatelimitInput, mintId: () => string): Ratelimit {
  const { name, limit, duration, autoApply } = wanted
  if (known?.limit === limit && known.duration === duration && known.autoApply === autoApply) return known
  return { id: known?.id ?? mintId(), name, limit, duration, autoApply }
}
