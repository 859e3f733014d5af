import type { ExplainedCheck, IncidentFix, IncidentRefusals } from "@keyward/client"
import { useState } from "react"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { Icon } from "../../ui/icon.tsx"
import { labelOf } from "../log/check-words.tsx"
import { Reached } from "../reach.tsx"
import { AmountFix, amountIn } from "./amount-fix.tsx"
import { fixTouches, reachesMany } from "./fix-touches.ts"
import { type FixCall, fixLabel, sendFix } from "./fix-words.ts"
import css from "./incident.module.css"

/** The calls that end refusals: to take the change back first, then the others. Each says what it lets in. */
export function FixList({ refusals }: { readonly refusals: IncidentRefusals }) {
  const { fixes, code } = refusals
  if (fixes.length === 0) return null
  return (
    <div className={css.fixes}>
      <h3 className={css.title}>What ends it</h3>
      <ul aria-label={`What ends ${code}`}>
        {fixes.map((fix, index) => (
          <FixEntry fix={fix} isFirst={index === 0} key={keyOf(fix)} refusals={refusals} />
        ))}
      </ul>
    </div>
  )
}

/** An amount that grows with every refusal is the same fix. */
function keyOf({ kind, operation, input }: IncidentFix): string {
  const { keyId, identity } = input
  return JSON.stringify([kind, operation, keyId, identity, Object.keys(input)])
}

interface FixEntryProps {
  readonly fix: IncidentFix
  readonly isFirst: boolean
  readonly refusals: IncidentRefusals
}

function FixEntry({ fix, isFirst, refusals }: FixEntryProps) {
  const change = useChange((client, call: FixCall) => sendFix(client, call), {
    done: (_, call, effect) => ({ title: `Done: ${fixLabel({ ...fix, ...call })}.`, description: effect }),
  })
  const [asked, setAsked] = useState<FixCall>()
  const send = (call: FixCall) => (reachesMany(call) ? setAsked(call) : change.run(call))
  const amount = amountIn(fix, refusals)
  const variant = isFirst ? "primary" : "default"
  return (
    <li className={css.fix}>
      {amount ? (
        <AmountFix amount={amount} fix={fix} isBusy={change.isBusy} onSend={send} variant={variant} />
      ) : (
        <Button isBusy={change.isBusy} onClick={() => send(fix)} size="small" variant={variant}>
          {fixLabel(fix)}
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          action={fixLabel({ ...fix, ...asked })}
          isOpen
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined)
            change.run(asked)
          }}
          title={`${fixLabel({ ...fix, ...asked })}?`}
          tone="primary"
        >
          <p>
            <Reached input={asked.input} touches={fixTouches[asked.operation]} /> Lets in: {inSentence(fix.letsIn)}
          </p>
        </ConfirmDialog>
      )}
      <div className={css.after}>
        <span>{effectOf(fix)}</span>
        <span className={css.lets}>
          <Icon name={fix.kind === "undo" ? "check" : "warning"} />
          <span>
            {fix.kind === "undo" && "Takes the change back. "}
            Lets in: {inSentence(fix.letsIn)}
          </span>
        </span>
      </div>
    </li>
  )
}

function inSentence(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** "After this, the same call would be accepted." */
function effectOf({ stillRefusedBy }: IncidentFix): string {
  if (stillRefusedBy === undefined) return "The call was not found in the log, so whether it passes then is not known."
  if (stillRefusedBy.length === 0) return "After this, the same call would be accepted."
  return `After this, it is still refused: ${[...new Set(stillRefusedBy)].map(checkLabel).join(", ")}.`
}

function checkLabel(check: ExplainedCheck["check"]): string {
  return labelOf({ check, passed: false, detail: "" })
}
