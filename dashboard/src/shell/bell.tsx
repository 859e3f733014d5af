import { lazy, Suspense, useSyncExternalStore } from "react"
import { allNotices, isNotice } from "../../../src/contract/event-types.ts"
import { useLive } from "../event-stream.ts"
import { useRead } from "../queries.ts"
import { useCan, useTarget, useWorkspace } from "../session.ts"
import { IconButton } from "../ui/button.tsx"
import { onFirstUse } from "../ui/first-use.ts"
import { formatWhole } from "../ui/format.ts"
import { Popover } from "../ui/popover.tsx"
import { SkeletonLines } from "../ui/states.tsx"
import css from "./bell.module.css"

const NoticeList = lazy(onFirstUse(() => import("./notice-list.tsx")))

const shownAtMost = 20
/** A webhook that Keyward has disabled is an event, and nobody has made it. */
const others: ReadonlySet<string> = new Set(["webhook.disabled"])

/** What Keyward has noticed in this workspace, and how much of it is new to this browser. */
export function Bell() {
  return useTarget() === "operator" ? null : <WorkspaceBell />
}

function WorkspaceBell() {
  const { workspaceId } = useWorkspace()
  const mayRead = useCan()("event.*.read_event")
  const notices = useRead(
    ["notices"],
    (client) => client.events.listEvents({ types: [allNotices, ...others], limit: shownAtMost }),
    { everyMs: 60_000, isEnabled: mayRead },
  )
  useLive("notices", { isEnabled: mayRead, isWanted: (type) => isNotice(type) || others.has(type) })
  const seenUntil = useSyncExternalStore(subscribe, () => Number(localStorage.getItem(nameFor(workspaceId)) ?? 0))
  if (!mayRead) return null
  // While another workspace loads, the notices are those of the one before.
  const shown = notices.isPlaceholderData ? [] : (notices.data ?? [])
  const count = shown.filter(({ time }) => time > seenUntil).length
  const text = count >= shownAtMost ? `${shownAtMost}+` : formatWhole(count)
  return (
    <Popover
      label="Notices"
      trigger={
        <IconButton
          className={css.bell ?? ""}
          data-count={count > 0 ? text : undefined}
          icon="bell"
          label={count > 0 ? `Notices, ${text} new` : "Notices"}
        />
      }
    >
      {(close) => (
        <Suspense fallback={<SkeletonLines count={3} />}>
          <NoticeList
            notices={shown}
            onOpen={close}
            onSeen={(time) => noteSeen(workspaceId, time)}
            seenUntil={seenUntil}
          />
        </Suspense>
      )}
    </Popover>
  )
}

function nameFor(workspaceId: string): string {
  return `keyward-seen-${workspaceId}`
}

const listeners = new Set<() => void>()

function noteSeen(workspaceId: string, time: number): void {
  localStorage.setItem(nameFor(workspaceId), String(time))
  for (const listener of listeners) listener()
}

/** Other tabs report what they have stored. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener("storage", listener)
  return () => {
    listeners.delete(listener)
    removeEventListener("storage", listener)
  }
}
