import type { ExplainedCheck, Explanation } from "@keyward/client"

/** The checks that still refuse the same call once one of them passes. */
export function failedWithout({ checks }: Explanation, fixed: ExplainedCheck): readonly ExplainedCheck[] {
  return checks.filter((check) => !check.passed && check !== fixed)
}
