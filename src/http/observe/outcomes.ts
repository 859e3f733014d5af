import { type Code, codes } from "../../contract/verdicts.ts"
import type { RequestNotes } from "../../operations/context.ts"
import { type Family, sample } from "./families.ts"

/** Verifications by code, and rate-limit checks by result. */
export interface Outcomes {
  /** Runs for every request, so it allocates nothing. */
  count(notes: RequestNotes): void
  countMany(code: Code, count: number): void
  families(): readonly Family[]
  /** All verifications so far. */
  verifications(): number
}

const verifications = {
  name: "keyward_verifications_total",
  type: "counter",
  help: "Verifications by code.",
} as const

const checks = {
  name: "keyward_ratelimit_checks_total",
  type: "counter",
  help: "Checks of ratelimit.limit and ratelimit.multiLimit by result.",
} as const

/** Every series exists from the start, because alerts on an increase miss a series that begins above zero. */
export function createOutcomes(): Outcomes {
  const byCode = noOutcomes()
  let [passed, denied] = [0, 0]
  return {
    count({ code, passedChecks, deniedChecks }) {
      if (code !== undefined) byCode[code]++
      passed += passedChecks
      denied += deniedChecks
    },
    countMany(code, count) {
      byCode[code] += count
    },
    verifications: () => codes.reduce((sum, code) => sum + byCode[code], 0),
    families: () => [
      { ...verifications, samples: codes.map((code) => sample(verifications.name, byCode[code], { code })) },
      {
        ...checks,
        samples: [
          sample(checks.name, passed, { outcome: "passed" }),
          sample(checks.name, denied, { outcome: "denied" }),
        ],
      },
    ],
  }
}

function noOutcomes(): Record<Code, number> {
  return Object.fromEntries(codes.map((code) => [code, 0])) as Record<Code, number>
}
