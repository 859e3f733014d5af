import type { ExplainedFix } from "@keyward/client"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button, type ButtonVariant } from "../../ui/button.tsx"
import { WhoMay } from "../people/who-may.tsx"
import { fixInWords, isKeyFix, type KeyFix, rightsFor, sendFix } from "./key-fix.ts"

interface FixButtonProps {
  readonly fix: ExplainedFix
  /** The API of the explained key. */
  readonly apiId: string
  readonly variant?: ButtonVariant
  /** Says to people who may not make the change which right is missing. */
  readonly saysWhyNot?: boolean
}

/** Makes the call after which a failed check passes. Only people who may make it see the button. */
export function FixButton({ fix, apiId, variant = "default", saysWhyNot = false }: FixButtonProps) {
  const can = useCan()
  const change = useChange((client, input: KeyFix) => sendFix(client, input), {
    done: (_, input, effect) => ({ title: fixInWords(input).done, description: effect }),
  })
  if (!isKeyFix(fix)) return null
  const missing = rightsFor(fix, apiId).find((right) => !can(right))
  if (missing !== undefined) return saysWhyNot ? <WhoMay needs={missing} /> : null
  return (
    <Button isBusy={change.isBusy} onClick={() => change.run(fix)} size="small" variant={variant}>
      {fixInWords(fix).label}
    </Button>
  )
}
