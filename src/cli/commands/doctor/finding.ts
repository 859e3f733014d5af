/** The result of one check. */
export interface Finding {
  readonly level: "ok" | "warning" | "problem"
  /** What was checked: `settings`, `database`. */
  readonly about: string
  /** One sentence. */
  readonly found: string
  /** What to do; absent if there is nothing to do. */
  readonly advice?: string
}

/** Makes findings about one thing, so that its name is written once. */
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
  if (Math.abs(aheadMs) <= bearableMs) return ok(`The clocks of ${server} and this machine agree.`)
  const seconds = Math.round(Math.abs(aheadMs) / 1000).toLocaleString("en")
  const direction = aheadMs > 0 ? "behind" : "ahead of"
  return warning(
    `The clock of this machine is ${seconds} seconds ${direction} that of ${server}.`,
    "Synchronize both with NTP (timedatectl set-ntp true). Expiry and limits depend on these clocks.",
  )
}
