import { dayMs } from "../../../../src/core/durations.ts"
import { CodeBlock } from "../../ui/code.tsx"
import { Empty } from "../../ui/states.tsx"
import type { LogFilter } from "./use-live-log.ts"

/** For how long rows are kept, unless KEYWARD_LOG_DAYS says otherwise. */
const usualLogMs = 7 * dayMs

/** In place of the rows of a log, with the likely reason. */
export function NoRows({ filter, isLive }: { readonly filter: LogFilter; readonly isLive: boolean }) {
  if (Object.keys(filter).length === 0) {
    return (
      <Empty title="No verifications yet">
        When your API verifies a key, you see it here within two seconds: accepted or refused, and why.
        <CodeBlock code="keyward verifications --watch" />
      </Empty>
    )
  }
  const isOld = filter.until !== undefined && filter.until < Date.now() - usualLogMs
  return (
    <Empty title={filter.codes?.every((code) => code !== "VALID") ? "No refusals" : "No verifications"}>
      {isLive
        ? "None matches yet. New ones appear here automatically."
        : isOld
          ? "The log keeps single verifications for a few days (KEYWARD_LOG_DAYS, 7 by default). Charts count longer."
          : "None matches."}
    </Empty>
  )
}
