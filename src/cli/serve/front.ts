import { startFront } from "../../app/front.ts"
import type { FrontSlot } from "../../config/front-slot.ts"
import { leaveSupervisor, notifySupervisor } from "./serving-process.ts"
import { writeWholeLines } from "./write-lines.ts"

/** Runs one front until the main process says goodbye. Without the main process it can answer nothing, so it ends. */
export async function serveFront({ number, path }: FrontSlot): Promise<number> {
  // A terminal and systemd signal every process, and the main process decides when its fronts end.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => {})
  const writeError = (text: string) => process.stderr.write(text)
  const starting = startFront({ path, number, writeLog: (lines) => writeWholeLines(lines, writeError) })
  const front = await starting.catch((error: Error) => {
    writeError(`Front ${number} did not start: ${error.message}\n`)
    process.exit(1)
  })
  notifySupervisor()
  try {
    await front.ended
    leaveSupervisor()
    return 0
  } catch {
    // At once, because a lost connection means that nothing may be answered any more. The main process reports it.
    process.exit(1)
  }
}
