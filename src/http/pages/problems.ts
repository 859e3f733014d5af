import { type DiskSpace, spaceLevel } from "../../core/disk-space.ts"
import type { StoredFile } from "../../storage/port/damage.ts"

/** What the server works with, but an operator must mend. */
export interface Problem {
  readonly type: ProblemType
  /** What is wrong, what it causes and what to do. */
  readonly detail: string
  /** The path of the page that explains more. */
  readonly guide: string
}

export type ProblemType = keyof typeof problems

const damageGuide = "/docs/production#a-damaged-database"
const diskGuide = "/docs/production#free-disk-space"

const problems = {
  database_damaged: {
    detail:
      "The database is damaged. Calls that need a damaged part of it return 503. Run `keyward doctor` on the server to see what is damaged.",
    guide: damageGuide,
  },
  verification_log_damaged: {
    detail: "The verification log is damaged. Verifications work, but the log is incomplete. Replace its file.",
    guide: damageGuide,
  },
  disk_full: {
    detail: "The disk of the data folder is full. Changes and credit spends return 503. Free some space.",
    guide: diskGuide,
  },
  disk_low: {
    detail:
      "The disk of the data folder is nearly full. When it is full, changes and credit spends return 503. Free some space.",
    guide: diskGuide,
  },
} as const

export const problemTypes = Object.keys(problems) as [ProblemType, ...ProblemType[]]

interface StorageState {
  isDamaged(file: StoredFile): boolean
  /** Undefined if the database is not in a folder, or its disk was not read yet. */
  readonly space: DiskSpace | undefined
}

export function storageProblems({ isDamaged, space }: StorageState): readonly Problem[] {
  const level = space === undefined ? "enough" : spaceLevel(space)
  const types: readonly (ProblemType | false)[] = [
    isDamaged("database") && "database_damaged",
    isDamaged("verification_log") && "verification_log_damaged",
    level === "full" && "disk_full",
    level === "low" && "disk_low",
  ]
  return types.filter((type) => type !== false).map((type) => ({ type, ...problems[type] }))
}
