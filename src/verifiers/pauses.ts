/**
 * Root keys whose verifiers have made a change wait until a lease was over. They get no lease for a while. A second such root key
 * of a workspace pauses the whole workspace: otherwise, one root key after the other could delay every change.
 */
export interface Pauses {
  /** Begins a pause, unless one lasts already. */
  begin(owner: Owner, firstMs: number): void
  /** Milliseconds that are left; 0 without a pause. */
  left(owner: Owner): number
}

export interface Owner {
  readonly rootKeyId: string
  readonly workspaceId: string
}

interface Pause {
  readonly endsAt: number
  /** How many pauses came before, so that each is twice as long as the last. */
  readonly earlier: number
  readonly workspaceId: string
}

const longestMs = 10 * 60_000
/** A root key whose verifiers have behaved for this long starts again with the first pause. */
const forgottenAfterMs = 10 * 60_000

export function createPauses(clock: () => number): Pauses {
  /** By the id of a root key or of a workspace. */
  const pauses = new Map<string, Pause>()
  const forgetOld = (now: number) => {
    for (const [id, { endsAt }] of pauses) if (now >= endsAt + forgottenAfterMs) pauses.delete(id)
  }
  const pause = (id: string, workspaceId: string, firstMs: number) => {
    const now = clock()
    const last = pauses.get(id)
    if (last !== undefined && now < last.endsAt) return
    const earlier = last === undefined ? 0 : last.earlier + 1
    pauses.set(id, { endsAt: now + Math.min(longestMs, firstMs * 2 ** earlier), earlier, workspaceId })
  }
  const left = (id: string) => Math.max(0, (pauses.get(id)?.endsAt ?? 0) - clock())
  return {
    begin({ rootKeyId, workspaceId }, firstMs) {
      forgetOld(clock())
      const isFirst = ![...pauses].some(([id, other]) => id !== rootKeyId && other.workspaceId === workspaceId)
      pause(rootKeyId, workspaceId, firstMs)
      if (!isFirst) pause(workspaceId, workspaceId, firstMs)
    },
    left: ({ rootKeyId, workspaceId }) => Math.max(left(rootKeyId), left(workspaceId)),
  }
}
