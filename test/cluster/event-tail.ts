import type { SQL } from "bun"
import type { RecordedEvent } from "./check-events.ts"

/** A client that polls for new events, each time from the last number on. */
export interface EventTail {
  run(isOver: () => boolean): Promise<void>
  readonly read: readonly RecordedEvent[]
  /** All events since the start of the tail. */
  all(): Promise<readonly RecordedEvent[]>
}

export async function followEvents(admin: SQL): Promise<EventTail> {
  const after = async (sequence: number): Promise<readonly RecordedEvent[]> => {
    const rows = await admin`select sequence, request_id from events where sequence > ${sequence} order by sequence`
    return rows.map((row: { sequence: string; request_id: string | null }) => ({
      sequence: Number(row.sequence),
      requestId: row.request_id,
    }))
  }
  const [{ latest }] = await admin`select coalesce(max(sequence), 0) as latest from events`
  const start = Number(latest)
  const read: RecordedEvent[] = []
  const readOn = async () => void read.push(...(await after(read.at(-1)?.sequence ?? start)))
  return {
    read,
    async run(isOver) {
      while (!isOver()) {
        await readOn()
        await Bun.sleep(5)
      }
      await readOn()
    },
    all: () => after(start),
  }
}
