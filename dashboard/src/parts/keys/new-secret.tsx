import { useState } from "react"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { CodeBlock } from "../../ui/code.tsx"
import { Checkbox } from "../../ui/field.tsx"
import { formatWhole } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"
import { outcomeOf } from "../log/outcomes.ts"
import { VerdictBadge } from "../log/verdict-badge.tsx"
import css from "./new-secret.module.css"

interface NewSecretProps {
  readonly secret: string
  readonly apiId: string
  readonly isStored: boolean
  readonly onStored: (isStored: boolean) => void
}

/** A secret that is shown only now: to copy, and to try with a real verification. */
export function NewSecret({ secret, apiId, isStored, onStored }: NewSecretProps) {
  const can = useCan()
  const [isRequestShown, showRequest] = useState(false)
  return (
    <div className={css.secret}>
      <Banner tone="warn">
        This is the only time the key is shown. Copy it now, and store it where secrets belong.
      </Banner>
      {/* People who copy it store it next. Who has not may untick the box. */}
      <CodeBlock code={secret} isToCopy onCopied={() => onStored(true)} what="key" />
      <Checkbox checked={isStored} label="I have stored it" onChange={onStored} />
      {can(`api.${apiId}.verify_key`) && <Verification secret={secret} />}
      <div>
        <Button
          aria-expanded={isRequestShown}
          className={css.more ?? ""}
          onClick={() => showRequest(!isRequestShown)}
          size="small"
          variant="quiet"
        >
          {isRequestShown ? "Hide how your API verifies it" : "Show how your API verifies it"}
        </Button>
      </div>
      {isRequestShown && <CodeBlock code={verifyCommand()} />}
    </div>
  )
}

/** The key stands for itself, so that no secret ends in the history of a shell. */
function verifyCommand(): string {
  return `curl ${location.origin}/v2/keys.verifyKey \\
  -H "Authorization: Bearer $KEYWARD_KEY" \\
  -H "Content-Type: application/json" \\
  -d "{\\"key\\": \\"$KEY\\"}"`
}

function Verification({ secret }: { readonly secret: string }) {
  const verification = useChange((client, key: string) => client.keys.verifyKey({ key }))
  const verdict = verification.data
  return (
    <div className={css.line}>
      <Button isBusy={verification.isBusy} onClick={() => verification.run(secret)}>
        {verdict ? "Verify again" : "Verify"}
      </Button>
      <span className={css.verdict} role="status">
        {verdict ? (
          <>
            <VerdictBadge code={verdict.code} /> {outcomeOf(verdict.code).meaning}
            {verdict.credits !== undefined && ` ${formatWhole(verdict.credits)} credits are left.`}
          </>
        ) : (
          "Sends a real verification. It counts, and takes a credit if the key has credits."
        )}
      </span>
    </div>
  )
}
