import type { NoticeType } from "../../contract/event-types.ts"

export interface NoticeWrites {
  /** Keeps marks of notices, and returns those that were not known. */
  mark(marks: NoticeMarks): Promise<readonly string[]>
  /** As in NoticeWatch; undefined before the first watch. */
  findWatermark(): Promise<number | undefined>
}

export interface NoticeMarks {
  readonly workspaceId: string
  readonly kind: NoticeType
  readonly marks: readonly string[]
  /** When they may be forgotten. */
  readonly until: number
}

export interface NoticeUpkeep {
  /** Forgets a bounded number of old marks, and returns whether more may remain. */
  deleteExpired(now: number): Promise<boolean>
}

/** What the node with the duty reads to find what has come about, over all workspaces. */
export interface NoticeWatch {
  /** Takes the duty to watch, unless another node that is listed has it. */
  takeDuty(node: string): Promise<boolean>
  /** Everything that came due up to this time was told. It begins at the given time. */
  findWatermark(begin: number): Promise<number>
  /** Does nothing if the watermark is another by now. */
  moveWatermark(from: number, to: number): Promise<void>
  /** How many days ahead any workspace wants to know of keys that expire, the defaults aside. */
  listExpiringDays(): Promise<readonly number[]>
  /** Keys that expire after a place and up to a time, the first first. */
  listExpiring(kind: ExpiringKind, query: ExpiringQuery): Promise<readonly ExpiringKey[]>
  /** Enabled webhooks without a success since a time in this range. */
  listFailing(since: number, until: number): Promise<readonly FailingWebhook[]>
  /** Workspaces with verifications in one of these months, ascending. */
  listCounted(months: readonly string[]): Promise<readonly string[]>
}

export interface FailingWebhook {
  readonly id: string
  readonly workspaceId: string
  readonly failingSince: number
}

export type ExpiringKind = "key" | "root_key"

export interface ExpiringQuery {
  /** Not this key, and none before. */
  readonly after: Pick<ExpiringKey, "expires" | "id">
  readonly until: number
  readonly limit: number
}

export interface ExpiringKey {
  readonly id: string
  readonly workspaceId: string
  /** null for a root key. */
  readonly apiId: string | null
  readonly expires: number
  readonly createdAt: number
  readonly updatedAt: number | null
  readonly enabled: boolean
}
