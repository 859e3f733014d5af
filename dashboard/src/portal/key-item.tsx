import type { PortalKey } from "@keyward/client"
import { useRef, useState } from "react"
import { dayMs } from "../../../src/core/durations.ts"
import { Badge, type Tone } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { visibleText } from "../ui/format.ts"
import { useNow } from "../ui/time.tsx"
import { EditKey } from "./edit-key.tsx"
import { KeyFacts } from "./key-facts.tsx"
import { useMay, usePage } from "./page-context.tsx"
import css from "./portal.module.css"
import { RevokeKey } from "./revoke-key.tsx"
import { RotateKey } from "./rotate-key.tsx"
import { RotationNotice } from "./rotation-notice.tsx"
import type { TextId } from "./texts.ts"

export interface KeyProps {
  readonly value: PortalKey
  /** Reads the keys again. */
  readonly onChanged: () => Promise<void>
}

type Open = "edit" | "rotate" | "revoke"

/** One key: what is known about it, and below it what is being done with it. */
export function KeyItem({ value, onChanged }: KeyProps) {
  const { view, language } = usePage()
  const { say } = language
  const may = useMay()
  const [open, setOpen] = useState<Open>()
  const buttons = useRef<HTMLDivElement>(null)
  const name = nameOf(value, say("key.unnamed"))
  const close = () => {
    // The focus goes back to where the person came from.
    const button = buttons.current?.querySelector<HTMLButtonElement>(`[data-opens="${open}"]`)
    setOpen(undefined)
    button?.focus()
  }
  const button = (opens: Open, label: TextId) => (
    <Button
      aria-expanded={open === opens}
      aria-label={`${say(label)}: ${name}`}
      data-opens={opens}
      onClick={() => (open === opens ? close() : setOpen(opens))}
      size="small"
    >
      {say(label)}
    </Button>
  )
  const panel = { value, onChanged, name, onClose: close }
  const isEditable = may("rename") || may("restrict")
  return (
    <li className={css.key}>
      <div className={css.keyHead}>
        <h2 className={css.keyName}>{name}</h2>
        <StateBadge value={value} />
      </div>
      <KeyFacts value={value} />
      {!value.enabled && <p className={css.note}>{say("key.disabledHint", { name: view.branding.name })}</p>}
      {(isEditable || may("rotate") || may("revoke")) && (
        <div className={css.keyActions} ref={buttons}>
          {isEditable && button("edit", may("restrict") ? "key.edit" : "key.rename")}
          {may("rotate") && button("rotate", "key.rotate")}
          {may("revoke") && button("revoke", "key.revoke")}
        </div>
      )}
      {value.rotation && open !== "rotate" && <RotationNotice {...panel} rotation={value.rotation} />}
      {open === "edit" && <EditKey {...panel} />}
      {open === "rotate" && <RotateKey {...panel} />}
      {open === "revoke" && <RevokeKey {...panel} />}
    </li>
  )
}

export function nameOf({ name }: Pick<PortalKey, "name">, unnamed: string): string {
  return name === undefined ? unnamed : visibleText(name)
}

function StateBadge({ value }: { readonly value: PortalKey }) {
  const { say } = usePage().language
  const { text, tone } = stateOf(value, useNow(60_000))
  return <Badge tone={tone}>{say(text)}</Badge>
}

function stateOf({ enabled, expires }: PortalKey, now: number): { readonly text: TextId; readonly tone: Tone } {
  if (!enabled) return { text: "key.disabled", tone: "neutral" }
  if (expires === undefined || expires > now + 7 * dayMs) return { text: "key.active", tone: "good" }
  return expires > now ? { text: "key.expiresSoon", tone: "warn" } : { text: "key.expired", tone: "bad" }
}
