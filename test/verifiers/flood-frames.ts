import { attach, tryToAttach } from "./raw-verifier.ts"

/**
 * A program: verifiers that send frames of 1,000 rows as fast as they can, and attach again when the server closes. It
 * writes `attacking` once all are attached, and a line for every end of a connection. It runs until it is killed.
 */

export interface Flood {
  readonly url: string
  readonly rootKey: string
  readonly connections: number
  /** Of a record, so that the rows count. */
  readonly ticket: string
}

/** What may wait in this process, so that its memory stays small. */
const unsentAtMost = 4 * 1_048_576

function frameOf(ticket: string): string {
  const row = { ticket, code: "VALID", tags: ["a", "b"], ip: "192.0.2.1", count: 1, last: 0 }
  return JSON.stringify({ t: "used", rows: Array.from({ length: 1_000 }, (_, index) => ({ ...row, last: index })) })
}

async function flood({ url, rootKey, ticket }: Flood, first: Awaited<ReturnType<typeof attach>>): Promise<void> {
  const frame = frameOf(ticket)
  for (let raw = first; ; ) {
    while (raw.end === undefined) {
      while (raw.end === undefined && raw.unsent() < unsentAtMost) raw.sendText(frame)
      await Bun.sleep(0)
    }
    process.stdout.write(`${JSON.stringify(raw.end)}\n`)
    const next = await tryToAttach(url, rootKey)
    if (!("code" in next)) raw = next
    else await Bun.sleep(100)
  }
}

if (import.meta.main) {
  const options: Flood = JSON.parse(process.argv[2] ?? "")
  const all = await Promise.all(Array.from({ length: options.connections }, () => attach(options.url, options.rootKey)))
  process.stdout.write("attacking\n")
  await Promise.all(all.map((raw) => flood(options, raw)))
}
