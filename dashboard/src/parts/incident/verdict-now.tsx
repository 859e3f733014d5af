import type { ExplainedCheck, LoggedVerification, RefusedKey } from "@keyward/client"
import { counted, visibleText } from "../../ui/format.ts"
import { Icon } from "../../ui/icon.tsx"
import { Ago } from "../../ui/time.tsx"
import { CheckWords, labelOf } from "../log/check-words.tsx"
import css from "./incident.module.css"

interface VerdictNowProps {
  readonly explanation: NonNullable<RefusedKey["now"]>
  /** The refused call. Undefined if it was not found in the log. */
  readonly call: LoggedVerification | undefined
  readonly isExpired: boolean
}

/** Whether the same call would be accepted now. If it is not known, the page says what was checked instead. */
export function VerdictNow({ explanation: { checks, validAgainAt }, call, isExpired }: VerdictNowProps) {
  const failed = checks.filter(({ passed }) => !passed)
  return (
    <div className={css.now}>
      {failed.length === 0 && call !== undefined && (
        <p className={css.accepted}>
          <Icon name="check" />
          <span>
            Would be accepted now{askedBy(call)}.
            {isExpired &&
              " That is so with its present secret. A caller that sends the previous one needs the new one."}
          </span>
        </p>
      )}
      {call === undefined && (
        <p className={css.unknown}>
          <Icon name="warning" />
          <span>
            The refused call was not found in the log, so its permissions, address and cost are not known.{" "}
            {failed.length === 0
              ? "A call without permissions and address, at a cost of 1, would pass now. That does not prove that this one would."
              : "Checked instead: a call without permissions and address, at a cost of 1."}
          </span>
        </p>
      )}
      {failed.map((check) => (
        <FailedCheck check={check} key={`${check.check} ${check.name ?? ""}`} />
      ))}
      {validAgainAt !== undefined && (
        <p className={css.note}>
          It would be accepted again <Ago time={validAgainAt} />, without any change.
        </p>
      )}
    </div>
  )
}

/** " for reports.read, from 203.0.113.7, at a cost of 3" */
function askedBy({ missing, ip, cost }: LoggedVerification): string {
  const parts = [
    missing !== undefined && `for ${visibleText(missing)}`,
    ip !== undefined && `from ${visibleText(ip)}`,
    cost !== undefined && cost !== 1 && `for ${counted(cost, "credit")}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? "" : ` ${parts.join(", ")}`
}

function FailedCheck({ check }: { readonly check: ExplainedCheck }) {
  return (
    <p className={css.check}>
      <span className={css.cross}>
        <Icon name="cross" />
      </span>
      <span>
        <Label check={check} /> <CheckWords check={check} />
      </span>
    </p>
  )
}

/** Where the words of a check are a whole sentence, they need no label. */
const speakForThemselves: ReadonlySet<ExplainedCheck["check"]> = new Set([
  "workspace",
  "existence",
  "enabled",
  "ip",
  "permissions",
])

function Label({ check }: { readonly check: ExplainedCheck }) {
  if (speakForThemselves.has(check.check)) return null
  return <strong>{check.check === "expiry" ? "Expired" : labelOf(check)}</strong>
}
