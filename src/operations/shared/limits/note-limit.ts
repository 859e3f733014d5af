import type { ContextWith } from "../../context.ts"

export function noteLimit({ notes }: ContextWith<"notes">, { passed }: { readonly passed: boolean }): void {
  if (passed) notes.passedChecks++
  else notes.deniedChecks++
}
