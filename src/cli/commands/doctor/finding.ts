/** One thing that was looked at. */
export interface Finding {
  readonly level: "ok" | "warning" | "problem"
  /** What it is about: `settings`, `database`. */
  readonly about: string
  /** One sentence. */
  readonly found: string
  /** What to do; absent where nothing has to be done. */
  readonly advice?: string
}

/** Findings about one thing read better where it is named once. */
export function findingsAbout(about: string) {
  return {
    ok: (found: string): Finding => ({ level: "ok", about, found }),
    warning: (found: string, advice: string): Finding => ({ level: "warning", about, found, advice }),
    problem: (found: string, advice: string): Finding => ({ level: "problem", about, found, advice }),
  }
}

const bearableMs = 2_000

/** How the clock of a server differs from that of this machine. */
export function clockFinding(server: string, aheadMs: number): Finding {
  const { ok, warning } = findingsAbout("clock")
  if (Math.abs(aheadMs) <= bearableMs) return ok(`The clock of ${server} and that of this machine agree.`)
  const seconds = Math.round(Math.abs(aheadMs) / 1000).toLocaleString("en")
  const direction = aheadMs > 0 ? "behind" : "ahead of"
  return warning(
    `The clock of this machine is ${seconds} seconds ${direction} that of ${server}.`,
    "Let both be set by NTP (timedatectl set-ntp true): keys expire and limits run by these clocks.",
  )
}
