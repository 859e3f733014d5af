import { attach, tryToAttach } from "./raw-verifier.ts"

/**
 * A program: verifiers that send frames as fast as they can, and attach again when the server closes. It
 * writes `attacking` once all are attached, and a line for every end of a connection. It runs until it is killed.
 */

export interface Flood {
  readonly url: string
  readonly rootKey: string
  readonly connections: number
  readonly frames: FloodFrames
}

/** Frames of 1,000 rows with the ticket of a record, so that they count; renewals; or frames of 100 malformed asks. */
export type FloodFrames = { readonly rowsWith: string } | "renewals" | "asks"

/** What may wait in this process, so that its memory stays small. */
const unsentAtMost = 4 * 1_048_576
/** All connections get their turn. */
const framesAtOnce = 2_000

function framesOf(frames: FloodFrames): () => string {
  let renewals = 0
  if (frames === "renewals") {
    return () => {
      renewals += 1
      return `{"t":"renew","n":${renewals}}`
    }
  }
  const frame = frames === "asks" ? frameOfAsks : frameOfRows(frames.rowsWith)
  return () => frame
}

const frameOfAsks = JSON.stringify({ t: "verify", asks: Array(100).fill({ i: 1 }) })

function frameOfRows(ticket: string): string {
  const row = { ticket, code: "VALID", tags: ["a", "b"], ip: "192.0.2.1", count: 1, last: 0 }
  return JSON.stringify({ t: "used", rows: Array.from({ length: 1_000 }, (_, index) => ({ ...row, last: index })) })
}

async function flood({ url, rootKey, frames }: Flood, first: Awaited<ReturnType<typeof attach>>): Promise<void> {
  for (let raw = first; ; ) {
    const next = framesOf(frames)
    while (raw.end === undefined) {
      for (let sent = 0; sent < framesAtOnce && raw.unsent() < unsentAtMost; sent += 1) raw.sendText(next())
      await Bun.sleep(0)
    }
    process.stdout.write(`${JSON.stringify(raw.end)}\n`)
    const again = await tryToAttach(url, rootKey)
    if (!("code" in again)) raw = again
    else await Bun.sleep(100)
  }
}

if (import.meta.main) {
  const options: Flood = JSON.parse(process.argv[2] ?? "")
  const all = await Promise.all(Array.from({ length: options.connections }, () => attach(options.url, options.rootKey)))
  process.stdout.write("attacking\n")
  await Promise.all(all.map((raw) => flood(options, raw)))
}
