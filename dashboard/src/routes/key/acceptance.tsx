import type { ExplainedCheck, Explanation, Key, LoggedVerification } from "@keyward/client"
import { useState } from "react"
import { errorOf, generalError } from "../../error-messages.ts"
import { numberIn } from "../../parts/fields/number-text.ts"
import { CheckWords, isWorthALine, labelOf } from "../../parts/log/check-words.tsx"
import { FixButton } from "../../parts/log/fix-button.tsx"
import { outcomes } from "../../parts/log/outcomes.ts"
import { VerdictBadge } from "../../parts/log/verdict-badge.tsx"
import { useRead } from "../../queries.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { classNames } from "../../ui/class-names.ts"
import { Field, TextInput } from "../../ui/field.tsx"
import { Form } from "../../ui/form.tsx"
import { formatWhole, visibleText } from "../../ui/format.ts"
import { Icon } from "../../ui/icon.tsx"
import { Banner, SkeletonLines } from "../../ui/states.tsx"
import { Ago } from "../../ui/time.tsx"
import css from "./acceptance.module.css"
import { useLastHour } from "./last-hour.ts"

interface Question {
  readonly permissions: string
  readonly ip: string
  readonly cost: string
}

/** Asks what a verification would say now, and why. It begins with what the log knows of the key's calls. Nothing is taken or counted. */
export function Acceptance({ apiKey }: { readonly apiKey: Key }) {
  const { keyId, apiId } = apiKey
  const { call, refused, total, isReady } = useLastHour(apiKey)
  const known = knownOf(call)
  const [changed, setChanged] = useState<Question>()
  const [asked, setAsked] = useState<Question>()
  const typed = changed ?? known
  const query = asked ?? known
  const { data, error, isPlaceholderData } = useRead(
    ["explain", keyId, query],
    (client) => client.keys.explainKey({ keyId, ...requestOf(query) }),
    { everyMs: 3_000, isEnabled: isReady },
  )
  const set = (fields: Partial<Question>) => setChanged({ ...typed, ...fields })
  const general = generalError(error, ["permissions", "ip", "credits"])
  return (
    <Card title="Would it be accepted?">
      <div className={css.all}>
        {refused.length > 0 && <Refused refused={refused} total={total} />}
        {call && asked === undefined && <From call={call} />}
        <Form onSubmit={() => setAsked(typed)}>
          <Field error={errorOf(error, "permissions")} label="Permissions asked for">
            {(control) => (
              <TextInput
                {...control}
                isMono
                onChange={(permissions) => set({ permissions })}
                placeholder="documents.read OR documents.write"
                value={typed.permissions}
              />
            )}
          </Field>
          <div className={css.ask}>
            <Field error={errorOf(error, "ip")} label="Address">
              {(control) => (
                <TextInput
                  {...control}
                  isMono
                  onChange={(ip) => set({ ip })}
                  placeholder="198.51.100.23"
                  value={typed.ip}
                />
              )}
            </Field>
            <Field error={errorOf(error, "credits.cost")} label="Cost">
              {(control) => (
                <TextInput
                  {...control}
                  inputMode="numeric"
                  onChange={(cost) => set({ cost })}
                  placeholder="1"
                  value={typed.cost}
                />
              )}
            </Field>
            <Button type="submit">Explain</Button>
          </div>
        </Form>
        {general && <Banner tone="bad">{general}</Banner>}
        {data === undefined && !error && <SkeletonLines count={6} />}
        {data && (
          <Answer
            apiId={apiId}
            explanation={data}
            isStale={isPlaceholderData || error !== null}
            isUnknown={call === undefined && refused.length > 0}
          />
        )}
      </div>
    </Card>
  )
}

/** What the log knows of a call. It keeps the permissions of a call only if they were missing. */
function knownOf(call: LoggedVerification | undefined): Question {
  const { missing = "", ip = "", cost } = call ?? {}
  return { permissions: missing, ip, cost: cost === undefined ? "" : String(cost) }
}

interface RefusedProps {
  readonly refused: ReturnType<typeof useLastHour>["refused"]
  readonly total: number
}

/** "Refused in the last hour: 1,060 of 1,060 for RATE_LIMITED", so that no verdict below contradicts the chart. */
function Refused({ refused, total }: RefusedProps) {
  const count = refused.reduce((sum, one) => sum + one.count, 0)
  return (
    <p className={css.refused}>
      Refused in the last hour: {formatWhole(count)} of {formatWhole(total)} for{" "}
      {refused.map(({ code }) => code).join(", ")}
    </p>
  )
}

function From({ call: { code, time, tags } }: { readonly call: LoggedVerification }) {
  return (
    <p className={css.from}>
      Filled in from the newest {code === "VALID" ? "call" : "refused call"}, <Ago time={time} />
      {tags.length > 0 && `, with the tags ${tags.map(visibleText).join(", ")}`}.
    </p>
  )
}

function requestOf({ permissions, ip, cost }: Question) {
  return {
    ...(permissions.trim() !== "" && { permissions: permissions.trim() }),
    ...(ip.trim() !== "" && { ip: ip.trim() }),
    ...(cost.trim() !== "" && { credits: { cost: numberIn(cost) } }),
  }
}

interface AnswerProps {
  readonly explanation: Explanation
  readonly apiId: string
  readonly isStale: boolean
  /** Calls were refused that were not found in the log. */
  readonly isUnknown: boolean
}

function Answer({ explanation, apiId, isStale, isUnknown }: AnswerProps) {
  const { code, checks, validAgainAt } = explanation
  const outcome = outcomes.find((one) => one.code === code)
  return (
    <div className={classNames(css.answer, isStale && css.stale)}>
      <div className={css.verdict} role="status">
        {outcome ? <VerdictBadge code={outcome.code} /> : <Badge tone="bad">{code}</Badge>}
        <span>
          now, with these inputs
          {validAgainAt !== undefined && (
            <>
              {" · "}valid again <Ago time={validAgainAt} />
            </>
          )}
        </span>
      </div>
      {isUnknown && code === "VALID" && (
        <p className={css.from}>
          The refused calls were not found in the log. They may ask for more than these inputs.
        </p>
      )}
      <ul className={css.checks}>
        {checks.filter(isWorthALine).map((check) => (
          <Check apiId={apiId} check={check} key={`${check.check} ${check.name ?? ""}`} />
        ))}
      </ul>
    </div>
  )
}

function Check({ check, apiId }: { readonly check: ExplainedCheck; readonly apiId: string }) {
  return (
    <li className={classNames(css.check, !check.passed && css.failed)}>
      <span className={css.mark}>
        <Icon name={check.passed ? "check" : "cross"} />
        <span className="visually-hidden">{check.passed ? "Passed" : "Failed"}</span>
      </span>
      <span className={css.name}>{labelOf(check)}</span>
      <span className={css.detail}>
        <CheckWords check={check} />
        {check.fix && (
          <span className={css.fix}>
            <FixButton apiId={apiId} fix={check.fix} />
          </span>
        )}
      </span>
    </li>
  )
}
