import type { Key, KeysExplainKeyInput, LoggedVerification } from "@keyward/client"
import type { Code } from "../../../../src/contract/verdicts.ts"
import { keywardError } from "../../client.ts"
import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { counted } from "../../ui/format.ts"
import { SkeletonLines } from "../../ui/states.tsx"
import { useWinningLimits } from "../keys/use-winning-limits.ts"
import type { WinningLimit } from "../keys/winning-limits.ts"
import { KeyLink } from "../links.tsx"
import { Load } from "../load.tsx"
import css from "./incident.module.css"
import type { Subject } from "./subject.ts"
import type { RefusedKey } from "./use-refused-keys.ts"
import { VerdictNow } from "./verdict-now.tsx"

interface RefusedKeyRowProps {
  readonly of: Subject
  readonly code: Code
  readonly refused: RefusedKey
  /** What concerns the customer is changed once, in the first row. */
  readonly isFirst: boolean
}

/** A key, and what the same call would give now. */
export function RefusedKeyRow({ of, code, refused, isFirst }: RefusedKeyRowProps) {
  const { keyId, name, total } = refused
  const mayRead = useCan()("api.*.read_key") || of.type === "key"
  const key = useRead(["key", keyId], (client) => client.keys.getKey({ keyId }), {
    everyMs: 10_000,
    isEnabled: mayRead,
  })
  const { data, error } = key
  return (
    <li className={css.key}>
      {of.type === "customer" && (
        <div className={css.name}>
          <KeyLink id={keyId} name={name ?? keyId} />
          <span className={css.note}>{counted(total, "refusal")}</span>
        </div>
      )}
      {!mayRead && <p className={css.note}>Your role cannot read keys, so what would be decided now is not shown.</p>}
      {mayRead && isDeleted(error) && <p>This key was deleted. Its page says by whom.</p>}
      {mayRead && !isDeleted(error) && (
        <Load query={{ ...key, data: data?.keyId === keyId ? data : undefined }} skeleton={<SkeletonLines count={1} />}>
          {(apiKey) => <Now apiKey={apiKey} code={code} isFirst={isFirst} of={of} refused={refused} />}
        </Load>
      )}
    </li>
  )
}

function isDeleted(error: unknown): boolean {
  return keywardError(error)?.code === "data/key_not_found"
}

function Now({ apiKey, code, refused, of, isFirst }: RefusedKeyRowProps & { readonly apiKey: Key }) {
  const limits = useWinningLimits(apiKey)
  const question = questionOf(apiKey, limits, refused.call)
  const explained = useRead(["explain", question], (client) => client.keys.explainKey(question), { everyMs: 5_000 })
  return (
    <Load query={explained} skeleton={<SkeletonLines count={1} />}>
      {(explanation) => (
        <VerdictNow
          apiKey={apiKey}
          code={code}
          explanation={explanation}
          isFirst={isFirst}
          limits={limits}
          of={of}
          refused={refused}
        />
      )}
    </Load>
  )
}

/** The refused call, as far as the log knows it. A limit that came with the call itself is nothing that Keyward knows. */
function questionOf(
  { keyId }: Key,
  limits: readonly WinningLimit[],
  call: LoggedVerification | undefined,
): KeysExplainKeyInput {
  const { ip, missing, cost, exceeded = [] } = call ?? {}
  const named = limits.filter(({ limit }) => !limit.autoApply && exceeded.includes(limit.name))
  return {
    keyId,
    ...(ip !== undefined && { ip }),
    ...(missing !== undefined && { permissions: missing }),
    ...(cost !== undefined && { credits: { cost } }),
    ...(named.length > 0 && { ratelimits: named.map(({ limit: { name } }) => ({ name })) }),
  }
}
