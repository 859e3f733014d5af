import type { PortalKey, PortalRefusal } from "@keyward/client"
import { useCallback, useEffect, useState } from "react"
import { Button } from "../ui/button.tsx"
import { Field, Select } from "../ui/field.tsx"
import { visibleText } from "../ui/format.ts"
import { Empty, SkeletonLines } from "../ui/states.tsx"
import { nameOf } from "./key-item.tsx"
import { usePage } from "./page-context.tsx"
import css from "./portal.module.css"
import { ProblemBanner } from "./problem-banner.tsx"
import { reasonText, resultText } from "./results.ts"
import { Ago } from "./time.tsx"
import { useAnswer, useCall } from "./use-call.ts"

/** Why calls failed, and what helps. */
export function Refusals() {
  const { api, language } = usePage()
  const { say } = language
  const [keyId, setKeyId] = useState("")
  const keys = useAnswer(useCallback(() => api.listKeys(undefined), [api])).data?.items ?? []
  const list = useRefusals(keyId)
  return (
    <>
      <div className={css.titleLine}>
        <div>
          <h1 className={css.title}>{say("refusals.title")}</h1>
          <p className={css.note}>{say("refusals.text")}</p>
        </div>
        {keys.length > 1 && (
          <div className={css.filter}>
            <Field label={say("refusals.key")}>
              {(control) => (
                <Select
                  {...control}
                  onChange={setKeyId}
                  options={[
                    { value: "", label: say("refusals.allKeys") },
                    ...keys.map((one) => ({ value: one.keyId, label: nameOf(one, say("key.unnamed")) })),
                  ]}
                  value={keyId}
                />
              )}
            </Field>
          </div>
        )}
      </div>
      <ProblemBanner error={list.error} />
      {list.items === undefined && list.error === undefined && <SkeletonLines />}
      {list.items?.length === 0 && !list.more && (
        <div className={css.frame}>
          <Empty title={say("refusals.empty")}>{say("refusals.emptyText")}</Empty>
        </div>
      )}
      <ul className={css.keys}>
        {list.items?.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Nothing else tells two refusals of a millisecond apart.
          <Refusal key={index} keys={keys} value={one} />
        ))}
      </ul>
      {list.more && (
        <div>
          <Button isBusy={list.isBusy} onClick={list.more}>
            {say("action.more")}
          </Button>
        </div>
      )}
    </>
  )
}

/** The pages that people asked for. Newer refusals do not move them. */
function useRefusals(keyId: string) {
  const { api } = usePage()
  const [items, setItems] = useState<readonly PortalRefusal[]>()
  const [cursor, setCursor] = useState<string>()
  const { run, isBusy, error } = useCall()
  const read = async (from: string | undefined, before: readonly PortalRefusal[]) => {
    const input = { limit: 50, ...(keyId !== "" && { keyId }), ...(from !== undefined && { cursor: from }) }
    const page = await api.listRefusals(input)
    setItems([...before, ...page.items])
    setCursor(page.cursor)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another key is another list.
  useEffect(() => {
    run(() => read(undefined, []))
  }, [api, keyId])
  return { items, isBusy, error, more: cursor === undefined ? undefined : () => run(() => read(cursor, items ?? [])) }
}

interface RefusalProps {
  readonly value: PortalRefusal
  readonly keys: readonly PortalKey[]
}

function Refusal({ value, keys }: RefusalProps) {
  const { say } = usePage().language
  const { time, code, keyId, ip, exceeded = [] } = value
  const key = keys.find((one) => one.keyId === keyId)
  const reason = reasonText(code)
  return (
    <li className={css.refusal}>
      <div className={css.keyHead}>
        <h2 className={css.keyName}>{say(resultText(code))}</h2>
        <span className={css.note}>
          <Ago time={time} />
        </span>
      </div>
      {reason && <p>{say(reason)}</p>}
      <p className={css.note}>
        {[
          key && nameOf(key, say("key.unnamed")),
          exceeded.length > 0 && say("refusals.limit", { names: exceeded.join(", ") }),
          ip !== undefined && say("refusals.from", { address: visibleText(ip) }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </li>
  )
}
