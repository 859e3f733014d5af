import type { PortalKey } from "@keyward/client"
import { useCallback, useState } from "react"
import { Button } from "../ui/button.tsx"
import { SkeletonLines } from "../ui/states.tsx"
import { CreateKey } from "./create-key.tsx"
import { EmptyKeys } from "./empty-keys.tsx"
import { KeyItem } from "./key-item.tsx"
import { useMay, usePage } from "./page-context.tsx"
import css from "./portal.module.css"
import { ProblemBanner } from "./problem-banner.tsx"
import { Secret } from "./secret.tsx"
import { useAnswer } from "./use-call.ts"

interface KeysProps {
  /** Whether the page opens with the form for a new key. */
  readonly startsWithForm: boolean
}

type Mode = { readonly type: "list" } | { readonly type: "form" } | { readonly type: "secret"; readonly secret: string }

/** All keys of the customer, and the form for a new one. */
export function Keys({ startsWithForm }: KeysProps) {
  const { view, language, announce } = usePage()
  const { say, count } = language
  const mayCreate = useMay()("create")
  const [mode, setMode] = useState<Mode>(startsWithForm && mayCreate ? { type: "form" } : { type: "list" })
  const keys = useKeys()
  const { limit, room } = view.keys
  const isEmpty = keys.items?.length === 0
  const showForm = () => setMode({ type: "form" })
  return (
    <>
      <div className={css.titleLine}>
        <h1 className={css.title}>{say("keys.title")}</h1>
        {!isEmpty && (
          <span className={css.count}>{say("keys.count", { count: count(view.keys.count), limit: count(limit) })}</span>
        )}
        {mayCreate && mode.type === "list" && !isEmpty && (
          <Button disabled={room < 1} icon="plus" onClick={showForm} variant="primary">
            {say("keys.new")}
          </Button>
        )}
      </div>
      {mayCreate && room < 1 && mode.type === "list" && <p className={css.note}>{say("keys.full")}</p>}
      {mode.type === "form" && (
        <CreateKey
          onCancel={() => setMode({ type: "list" })}
          onCreated={(secret) => {
            setMode({ type: "secret", secret })
            keys.read()
          }}
        />
      )}
      {mode.type === "secret" && (
        <Secret
          onSaved={() => {
            setMode({ type: "list" })
            announce(say("key.saved"))
          }}
          secret={mode.secret}
        />
      )}
      <ProblemBanner error={keys.error} />
      {keys.error !== undefined && keys.items === undefined && (
        <div>
          <Button onClick={keys.read}>{say("action.retry")}</Button>
        </div>
      )}
      {keys.items === undefined && keys.error === undefined && <SkeletonLines />}
      {isEmpty && mode.type === "list" && <EmptyKeys onCreate={mayCreate && room > 0 ? showForm : undefined} />}
      <ul className={css.keys}>
        {keys.items?.map((one) => (
          <KeyItem key={one.keyId} onChanged={keys.read} value={one} />
        ))}
      </ul>
      {keys.hasMore && (
        <div>
          <Button onClick={keys.more}>{say("action.more")}</Button>
        </div>
      )}
    </>
  )
}

/** As many pages as people asked for, read again after each change. */
function useKeys() {
  const { api } = usePage()
  const [pages, setPages] = useState(1)
  const ask = useCallback(async () => {
    const items: PortalKey[] = []
    let cursor: string | undefined
    for (let page = 0; page < pages && (page === 0 || cursor !== undefined); page += 1) {
      const next = await api.listKeys(cursor)
      items.push(...next.items)
      cursor = next.cursor
    }
    return { items, hasMore: cursor !== undefined }
  }, [api, pages])
  const { data, error, read } = useAnswer(ask)
  return {
    items: data?.items,
    hasMore: data?.hasMore ?? false,
    error,
    read,
    more: () => setPages(pages + 1),
  }
}
