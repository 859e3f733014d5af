import { useCan } from "../../session.ts"
import { Mono } from "../../ui/copy.tsx"
import css from "./cannot-change.module.css"

interface CannotChangeProps {
  /** What cannot be changed: "the quota". */
  readonly what: string
  readonly customerId: string
  readonly action: "set_plan" | "update_credits"
}

/** Says to people without the permission why there is no button. */
export function CannotChange({ what, customerId, action }: CannotChangeProps) {
  if (useCan()(`identity.${customerId}.${action}`)) return null
  return (
    <p className={css.note}>
      Your role cannot change {what}: <Mono>{`identity.*.${action}`}</Mono> is missing. An admin or owner can do it.
    </p>
  )
}
