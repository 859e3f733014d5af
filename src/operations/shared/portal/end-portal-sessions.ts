import { chunksOf } from "../../../core/chunks.ts"
import type { EndedPortalSession, PortalSessionSelection } from "../../../storage/port/portals.ts"
import type { MutationWith } from "../../context.ts"

/** Sessions that one statement ends, and that one event names. */
const atOnce = 1_000
const namedAtMost = 50

type EndContext = MutationWith<"tx" | "workspace">

/** Ends sessions, also those that nobody has opened, and returns how many. */
export async function endPortalSessions(
  { tx, workspace }: EndContext,
  selection: PortalSessionSelection,
): Promise<number> {
  let count = 0
  for (;;) {
    const ended = await tx.portalSessions.delete(workspace.id, { ...selection, limit: atOnce })
    recordEnds({ tx, workspace }, ended)
    count += ended.length
    if (ended.length < atOnce) return count
  }
}

/** One event for each identity, unless it had very many sessions. */
function recordEnds({ tx, workspace }: EndContext, ended: readonly EndedPortalSession[]): void {
  for (const [identityId, sessions] of Map.groupBy(ended, (session) => session.identityId)) {
    for (const [first, ...others] of chunksOf(sessions, namedAtMost)) {
      if (first === undefined) continue
      const named = others.map(({ id }) => ({ type: "portal_session", id }) as const)
      tx.record({
        type: "portal_session.revoked",
        workspaceId: workspace.id,
        resources: [{ type: "portal_session", id: first.id }, { type: "identity", id: identityId }, ...named],
        changes: { before: null, after: null },
      })
    }
  }
}
