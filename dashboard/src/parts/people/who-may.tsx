import type { Member } from "@keyward/client"
import { useRead } from "../../queries.ts"
import { useCan, useIsDisabled } from "../../session.ts"
import { Mono } from "../../ui/copy.tsx"
import { Icon } from "../../ui/icon.tsx"
import { rolesWith, whoCan } from "./who-can.ts"
import css from "./who-may.module.css"

/** More members than this are not read to name a few. */
const readMembers = 100

interface WhoMayProps {
  /** The permission of one object, as `api.api_1.update_key`. */
  readonly needs: string
}

/** Says to people without a permission why they cannot change this, and who could. It is text, for every way to read a page. */
export function WhoMay({ needs }: WhoMayProps) {
  const can = useCan()
  const isDisabled = useIsDisabled()
  const isAllowed = can(needs)
  const { data: members } = useRead(
    ["members-who-may"],
    (client) => client.members.listMembers({ limit: readMembers }),
    { isEnabled: !isAllowed && !isDisabled && can("member.*.read_member") },
  )
  if (isAllowed || isDisabled) return null
  const roles = rolesWith(needs)
  return (
    <p className={css.note}>
      <Icon name="permissions" />
      <span>
        Needs <Mono>{actionIn(needs)}</Mono>. {whoCan(roles, namesOf(members ?? [], roles))}
      </span>
    </p>
  )
}

function actionIn(permission: string): string {
  return permission.slice(permission.lastIndexOf(".") + 1)
}

function namesOf(members: readonly Member[], roles: readonly string[]): readonly string[] {
  return members.filter(({ role }) => roles.includes(role)).map(({ name, email }) => name || email)
}
