import type { User } from "@keyward/client"
import { useSession } from "../../session.ts"
import { Badge } from "../../ui/badge.tsx"
import { visibleText } from "../../ui/format.ts"
import css from "./members.module.css"

interface PersonProps {
  readonly user: Pick<User, "userId" | "name" | "email">
}

export function Person({ user: { userId, name, email } }: PersonProps) {
  const isSelf = useSession()?.user?.userId === userId
  return (
    <span className={css.person}>
      <b>{visibleText(name)}</b> {isSelf && <Badge>You</Badge>}
      <small>{visibleText(email)}</small>
    </span>
  )
}
