import type { WebhookAttempt } from "@keyward/client"
import { Badge } from "../../ui/badge.tsx"
import { formatWhole, visibleText } from "../../ui/format.ts"
import css from "./webhooks.module.css"

/** What the endpoint said to one request, and how long it took. */
export function AttemptResult({ attempt }: { readonly attempt: WebhookAttempt }) {
  const { status, error, response, durationMs } = attempt
  return (
    <div className={css.result}>
      <div className={css.outcome}>
        <Badge tone={error === undefined ? "good" : "bad"}>{error === undefined ? "Accepted" : "Failed"}</Badge>
        <span>
          {status === undefined ? "no response" : `HTTP ${status}`} · {formatWhole(durationMs)} ms
        </span>
      </div>
      {/* An error of a response only repeats its status. */}
      {error !== undefined && status === undefined && <div>{visibleText(error)}</div>}
      {response !== undefined && response !== "" && <pre className={css.response}>{visibleText(response)}</pre>}
    </div>
  )
}
