import type { NoticeSettings } from "../contract/workspace.ts"

/** Of workspaces that have not set theirs. */
export const defaultNotices: NoticeSettings = { expiringDays: [7, 1], refusals: { times: 5, atLeast: 100 } }
