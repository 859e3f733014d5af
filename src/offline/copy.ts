import { type Comparison, compareTables, isEqual } from "../storage/copy/compare.ts"
import { copyRows } from "../storage/copy/copy-rows.ts"
import { identifyInstallation, prepareTarget, requireCurrent } from "../storage/copy/prepare.ts"
import { countRecoverableKeys, countRows } from "../storage/copy/rows.ts"
import { copiedTables } from "../storage/copy/tables.ts"
import { explainFailure } from "../storage/explain-failure.ts"
import { describeLocation, isSameLocation, type Location } from "../storage/location.ts"
import type { Engine, SourceDatabase } from "../storage/sql/engine.ts"
import { type CopyState, finishCopy, requireFinishedCopy } from "../storage/sql/migrations/unfinished-copy.ts"
import { eventQueries } from "../storage/sql/queries/events.ts"
import type { StartProgress } from "../storage/sqlite/backup.ts"
import type { ChainReport } from "./audit.ts"
import { auditAll } from "./audit-all.ts"
import { openSource, openTarget } from "./location.ts"

export interface CopyReport {
  /** Rows that an earlier run has copied. */
  readonly resumed: number
  readonly tables: readonly Comparison[]
  readonly chains: readonly ChainReport[]
  readonly recoverableKeys: number
  /** If false, the target still counts as unfinished and a server refuses it. */
  readonly isVerified: boolean
}

interface CopyRequest {
  readonly from: Location
  readonly to: Location
  /** Deletes the rows of an unfinished copy and starts from the beginning. */
  readonly discardsUnfinished: boolean
  readonly startProgress: StartProgress
}

/** Copies a whole installation to another database and resumes where an earlier run stopped. */
export async function copyInstallation({
  from,
  to,
  discardsUnfinished,
  startProgress,
}: CopyRequest): Promise<CopyReport> {
  if (isSameLocation(from, to)) throw new Error(`${describeLocation(from)} cannot be copied to itself.`)
  const atSource = <T>(work: Promise<T>) => withLocationInErrors("--from", from, work)
  const atTarget = <T>(work: Promise<T>) => withLocationInErrors("--to", to, work)
  const openedSource = await atSource(openSource(from))
  try {
    const source = openedSource.database
    await atSource(requireCurrent(source))
    await atSource(requireFinishedCopy(source))
    const identity = await atSource(identifyInstallation(source))
    const { database: target, close } = await atTarget(openTarget(to))
    try {
      const state = await atTarget(prepareTarget(target, { source: identity, discardsUnfinished }))
      await copyMissing(source, target, { state, startProgress })
      return await verify(source, target, { resumed: state.copied, startProgress })
    } finally {
      await close()
    }
  } finally {
    await openedSource.close()
  }
}

/** Every failure names the database in which it happened. */
async function withLocationInErrors<T>(flag: "--from" | "--to", location: Location, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const explained = explainFailure(location, error, { folder: flag, url: flag })
    const message = explained instanceof Error ? explained.message : String(explained)
    throw new Error(`${flag} ${describeLocation(location)}: ${message}`, { cause: error })
  }
}

interface CopyProgress {
  readonly state: CopyState
  readonly startProgress: StartProgress
}

async function copyMissing(
  source: SourceDatabase,
  target: Engine,
  { state, startProgress }: CopyProgress,
): Promise<void> {
  const note = startProgress(await countAll(source), "rows copied")
  note(state.copied)
  await copyRows(source, target, { from: state, note })
}

interface VerifyOptions {
  readonly resumed: number
  readonly startProgress: StartProgress
}

async function verify(
  source: SourceDatabase,
  target: Engine,
  { resumed, startProgress }: VerifyOptions,
): Promise<CopyReport> {
  const total = (await countAll(source)) + (await countAll(target))
  const compared = await compareTables(source, target, startProgress(total, "rows compared"))
  const chains = await auditAll(eventQueries(target.reader), startProgress)
  const isVerified = compared.every(isEqual)
  if (isVerified) await target.transaction(finishCopy)
  const recoverableKeys = await countRecoverableKeys(target.reader)
  return { resumed, tables: compared, chains, recoverableKeys, isVerified }
}

async function countAll({ reader }: SourceDatabase): Promise<number> {
  let total = 0
  for (const table of copiedTables) total += await countRows(reader, table)
  return total
}
