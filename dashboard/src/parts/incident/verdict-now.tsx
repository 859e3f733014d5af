import type { ExplainedCheck } from "@keyward/client"
import { Icon } from "../../ui/icon.tsx"
import { Ago } from "../../ui/time.tsx"
import { CheckWords, labelOf } from "../log/check-words.tsx"
import { CheckFix } from "./check-fix.tsx"
import type { ExplainedKey } from "./explained-key.ts"
import css from "./incident.module.css"
import { RaiseLimit } from "./raise-limit.tsx"

/** Whether the same call would be accepted now. If not, each check that fails, with its fix. */
export function VerdictNow(props: ExplainedKey) {
  const { explanation, code, apiKey, limits, refused } = props
  const failed = explanation.checks.filter(({ passed }) => !passed)
  const full = new Set(failed.map(({ name }) => name))
  const { call } = refused
  // A sampled log may have no such call. Then every limit that all calls count against may be the one.
  const roomy = limits.filter(({ limit: { name, autoApply } }) => {
    return !full.has(name) && (call === undefined ? autoApply : call.exceeded?.includes(name))
  })
  return (
    <div className={css.now}>
      {failed.length === 0 && (
        <p className={css.accepted}>
          <Icon name="check" />
          Would be accepted now
          {code === "EXPIRED" && " with its present secret. A caller that sends the previous one needs the new one."}
        </p>
      )}
      {failed.map((check) => (
        <FailedCheck {...props} check={check} key={`${check.check} ${check.name ?? ""}`} />
      ))}
      {explanation.validAgainAt !== undefined && (
        <p className={css.note}>
          It would be accepted again <Ago time={explanation.validAgainAt} />, without any change.
        </p>
      )}
      {code === "RATE_LIMITED" &&
        roomy.map((winning) => (
          <RaiseLimit apiKey={apiKey} key={winning.limit.name} winning={winning}>
            The limit has room again. Raise it if it is too low.
          </RaiseLimit>
        ))}
    </div>
  )
}

function FailedCheck(props: ExplainedKey & { readonly check: ExplainedCheck }) {
  const { check } = props
  return (
    <div className={css.failed}>
      <p className={css.check}>
        <span className={css.cross}>
          <Icon name="cross" />
        </span>
        <span>
          <Label check={check} /> <CheckWords check={check} />
        </span>
      </p>
      <CheckFix {...props} />
    </div>
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
