import type { Output } from "./command.ts"

interface Progressing {
  readonly total: number
  /** What is counted, as in "1,000 of 5,000 events checked". */
  readonly what: string
  now(): number
  write(line: string): void
}

const quietMs = 2_000

/** Says how far a long piece of work is, every two seconds; nothing at all if it is done before. */
export function createProgress({ total, what, now, write }: Progressing): (done: number) => void {
  let count = 0
  let toldAt = now()
  return (done) => {
    count += done
    if (now() - toldAt < quietMs) return
    toldAt = now()
    write(`${count.toLocaleString("en")} of ${total.toLocaleString("en")} ${what} …`)
  }
}

/** For work that knows itself how much there is to do. */
export function progressOn(output: Output): (total: number, what: string) => (done: number) => void {
  return (total, what) => createProgress({ total, what, now: Date.now, write: output.error })
}
