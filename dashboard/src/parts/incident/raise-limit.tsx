import type { Key, Ratelimit, Result } from "@keyward/client"
import { type ReactNode, useState } from "react"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { TextInput } from "../../ui/field.tsx"
import { formatPer, formatWhole, visibleText } from "../../ui/format.ts"
import { numberIn } from "../fields/number-text.ts"
import type { WinningLimit } from "../keys/winning-limits.ts"
import { PlanLink } from "../links.tsx"
import { WhoMay } from "../people/who-may.tsx"
import { FixForm } from "./fix-form.tsx"
import css from "./incident.module.css"

interface RaiseLimitProps {
  readonly apiKey: Key
  readonly winning: WinningLimit
  /** What is left of the limit now. */
  readonly remaining?: number
  /** What the same call would give once the limit is high enough. */
  readonly children: ReactNode
}

/** Raises a limit where it stands: at the key, or at its customer. A plan has its own page, because others have it too. */
export function RaiseLimit({ apiKey, winning: { limit, source }, remaining, children }: RaiseLimitProps) {
  const { identity } = apiKey
  const [text, setText] = useState(() => formatWhole(limit.limit * 2))
  const right = source === "key" ? `api.${apiKey.apiId}.update_key` : `identity.${identity?.id ?? "*"}.update_identity`
  const mayChange = useCan()(right)
  const change = useChange(
    ({ keys, identities }, value: number): Promise<Result<unknown>> =>
      source === "key"
        ? keys.updateKey({ keyId: apiKey.keyId, ratelimits: raised(apiKey.ratelimits, limit.name, value) })
        : identities.updateIdentity({
            identity: identity?.id ?? "",
            ratelimits: raised(identity?.ratelimits ?? [], limit.name, value),
          }),
    {
      done: (_, value, effect) => ({
        title: `The limit ${visibleText(limit.name)} is ${formatWhole(value)} ${formatPer(limit.duration)} now.`,
        description: effect,
      }),
    },
  )
  if (source === "plan") {
    return (
      <p className={css.note}>
        The plan {identity?.plan && <PlanLink id={identity.plan.id} name={identity.plan.name} />} sets this limit for
        all its customers. Raise it there, or give the customer a limit of the same name.
      </p>
    )
  }
  if (!mayChange) return <WhoMay needs={right} />
  const value = numberIn(text)
  const isMore = value > limit.limit
  const isEnough = remaining === undefined || value - limit.limit + remaining >= 1
  const name = `Limit ${visibleText(limit.name)} of the ${source}, ${formatPer(limit.duration)}`
  return (
    <FixForm
      action={`Raise the ${source}'s limit`}
      after={isMore && isEnough ? children : `It is ${formatWhole(limit.limit)} ${formatPer(limit.duration)} now.`}
      isBusy={change.isBusy}
      isPossible={isMore && Number.isSafeInteger(value)}
      onSubmit={() => change.run(value)}
    >
      <TextInput aria-label={name} className={css.number} inputMode="numeric" onChange={setText} value={text} />
      <span className={css.note}>{formatPer(limit.duration)}</span>
    </FixForm>
  )
}

function raised(limits: readonly Ratelimit[], name: string, value: number) {
  return limits.map(({ name: own, limit, duration, autoApply }) => ({
    ...{ name: own, duration, autoApply },
    limit: own === name ? value : limit,
  }))
}
