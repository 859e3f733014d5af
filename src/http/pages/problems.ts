import type { Problem } from "../../contract/problem.ts"
import { type DiskSpace, spaceLevel } from "../../core/disk-space.ts"
import type { StoredFile } from "../../storage/port/damage.ts"

const damageGuide = "/docs/production#a-damaged-database"
const diskGuide = "/docs/production#a-full-disk"
const overloadGuide = "/docs/troubleshooting#the-server-is-overloaded"

const details: Readonly<Record<Problem["type"], Omit<Problem, "type">>> = {
  database_damaged: {
    detail: "The database is damaged. Calls that need a damaged part of it return 503. Restore a backup.",
    guide: damageGuide,
  },
  verification_log_damaged: {
    detail: "The verification log is damaged. Verifications continue, but the log is incomplete. Replace its file.",
    guide: damageGuide,
  },
  overloaded: {
    detail:
      "Keyward has refused more than a third of the latest requests with 503, because too many wait for the database or the processor is saturated. The log says whose requests they are.",
    guide: overloadGuide,
  },
  disk_full: {
    detail: "The disk of the data folder is full. Changes and credit spends return 503. Free some space.",
    guide: diskGuide,
  },
  disk_low: {
    detail:
      "The disk of the data folder is nearly full. On a full disk, changes and credit spends return 503. Free some space.",
    guide: diskGuide,
  },
}

interface ServerState {
  isDamaged(file: StoredFile): boolean
  /** Undefined if the database is not in a folder, or its disk was not read yet. */
  readonly space: DiskSpace | undefined
  /** Whether many requests are refused because of overload. */
  readonly refusesMany: boolean
}

export function currentProblems({ isDamaged, space, refusesMany }: ServerState): readonly Problem[] {
  const level = space === undefined ? "enough" : spaceLevel(space)
  const types: readonly (Problem["type"] | false)[] = [
    refusesMany && "overloaded",
    isDamaged("database") && "database_damaged",
    isDamaged("verification_log") && "verification_log_damaged",
    level === "full" && "disk_full",
    level === "low" && "disk_low",
  ]
  return types.filter((type) => type !== false).map((type) => ({ type, ...details[type] }))
}
