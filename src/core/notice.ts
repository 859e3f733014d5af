import type { NoticeType } from "../contract/event-types.ts"
import type { Resource } from "./model.ts"

/** An event without a call: Keyward tells what has come about. */
export interface Notice {
  readonly type: NoticeType
  readonly workspaceId: string
  /** Distinguishes it from all notices of its type in the workspace, so that each is recorded once. */
  readonly mark: string
  /** From then on its cause cannot come again, and the mark is forgotten. */
  readonly markedUntil: number
  /** What it is about, the main object first. The event has the first 100. */
  readonly resources: readonly [Resource, ...Resource[]]
  /** The `after` of the event. If the notice is about many objects, `count` says how many. */
  readonly facts: Readonly<Record<string, unknown>>
}

type ToldNotice = Omit<Notice, "mark" | "markedUntil">

/** How many objects the event of a notice names. */
const resourcesNamed = 100

/** As the event records it. Nothing has changed, so there is no `before`. */
export function noticeEvent({ type, workspaceId, resources: [first, ...rest], facts }: ToldNotice) {
  const resources: readonly [Resource, ...Resource[]] = [first, ...rest.slice(0, resourcesNamed - 1)]
  return { type, workspaceId, resources, changes: { before: null, after: facts } }
}
