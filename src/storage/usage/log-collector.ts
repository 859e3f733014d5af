import type { LoggedVerification, VerificationLog } from "../port/verification-log.ts"

/** Which verifications are logged. */
export type LogMode = "sampled" | "all" | "refused" | "off"

/** Collects verifications for the log, and stores them about twice a second. */
export interface LogCollector extends Pick<VerificationLog, "list"> {
  /** Time of the oldest verification of this workspace that this node has not stored yet. */
  oldestUnstored(workspaceId: string): number | undefined
  /** Counts a verification. If it is to be logged, the caller must pass its row to the returned function. */
  count(workspaceId: string, isRefused: boolean): KeepRow | undefined
  /** The same for equal verifications that a verifier has decided, as one row. */
  countMany(workspaceId: string, isRefused: boolean, weight: number): KeepRow | undefined
  /** Stores what is collected. */
  flush(): Promise<void>
  close(): Promise<void>
}

type Row = Omit<LoggedVerification, "weight">
type KeepRow = (row: Row) => void

interface Settings {
  readonly mode: LogMode
  /** A number from 0 up to 1. */
  random(): number
  /** Receives failures. The rows of a failed write are lost. */
  onFailure(error: unknown): void
}

const flushIntervalMs = 500
/** Rows of one workspace between two flushes, so that up to 50 a second are all kept. */
const sampleSize = 50
/** With `all`, beyond this rows are sampled too, because memory is limited. */
const largestSample = 10_000
/** Rows of all workspaces between two flushes. */
const rowsAtMost = 50_000

/** Samples each workspace on its own. Refusals have their own sample, so that valid verifications do not displace them. */
export function createLogCollector(log: VerificationLog, { mode, random, onFailure }: Settings): LogCollector {
  let samples = new Map<string, WorkspaceSample>()
  let rows = 0
  let leaving: readonly LoggedVerification[] = []
  let storing: Promise<void> | undefined
  const size = mode === "all" ? largestSample : sampleSize
  const store = async () => {
    leaving = [...samples.values()].flatMap((sample) => rowsOf(sample, size, random))
    samples = new Map()
    rows = 0
    if (leaving.length > 0) await log.append(leaving).catch(onFailure)
    leaving = []
  }
  const flush = () => {
    const next = (storing ?? Promise.resolve()).then(store).finally(() => {
      if (storing === next) storing = undefined
    })
    storing = next
    return next
  }
  // While a write is slow, samples stay in memory, which bounds them.
  const timer = setInterval(() => storing ?? flush(), flushIntervalMs)
  timer.unref()
  const countMany: LogCollector["countMany"] = (workspaceId, isRefused, weight) => {
    if (mode === "off" || (mode === "refused" && !isRefused)) return undefined
    let sample = samples.get(workspaceId)
    if (sample === undefined) {
      sample = { valid: newReservoir(), refused: newReservoir() }
      samples.set(workspaceId, sample)
    }
    const into = isRefused ? sample.refused : sample.valid
    into.count += 1
    into.weight += weight
    if (into.rows.length < size && rows < rowsAtMost) {
      rows += 1
      return (row) => into.rows.push({ ...row, weight })
    }
    // Every row has the same chance to be in the sample.
    const place = Math.floor(random() * into.count)
    if (place >= into.rows.length) return undefined
    return (row) => {
      into.rows[place] = { ...row, weight }
    }
  }
  return {
    count: (workspaceId, isRefused) => countMany(workspaceId, isRefused, 1),
    countMany,
    list: (query) => log.list(query),
    oldestUnstored(workspaceId) {
      const sample = samples.get(workspaceId)
      const collected = [...(sample?.valid.rows ?? []), ...(sample?.refused.rows ?? [])]
      const unstored = [...collected, ...leaving.filter((row) => row.workspaceId === workspaceId)]
      return unstored.reduce<number | undefined>((oldest, { time }) => Math.min(oldest ?? time, time), undefined)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

interface Reservoir {
  readonly rows: LoggedVerification[]
  /** Rows that could have been kept. */
  count: number
  /** Verifications that these rows stand for. */
  weight: number
}

interface WorkspaceSample {
  readonly valid: Reservoir
  readonly refused: Reservoir
}

function newReservoir(): Reservoir {
  return { rows: [], count: 0, weight: 0 }
}

/** Refusals take the room of valid verifications, of which at least a few are kept. */
function rowsOf({ valid, refused }: WorkspaceSample, size: number, random: () => number): LoggedVerification[] {
  const room = Math.max(Math.ceil(size / 5), size - refused.rows.length)
  while (valid.rows.length > room) {
    const last = valid.rows.pop()
    const place = Math.floor(random() * (valid.rows.length + 1))
    if (last !== undefined && place < valid.rows.length) valid.rows[place] = last
  }
  return [valid, refused].flatMap(weighted)
}

/** The weights add up to the number of verifications. */
function weighted({ rows, weight: total }: Reservoir): LoggedVerification[] {
  const kept = rows.reduce((sum, { weight }) => sum + weight, 0)
  if (kept === total) return rows
  const scaled = rows.map((row) => ({ ...row, weight: Math.floor((row.weight * total) / kept) }))
  let rest = total - scaled.reduce((sum, { weight }) => sum + weight, 0)
  return scaled.map((row) => {
    if (rest === 0) return row
    rest -= 1
    return { ...row, weight: row.weight + 1 }
  })
}
