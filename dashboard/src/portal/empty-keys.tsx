import { Button } from "../ui/button.tsx"
import { Empty } from "../ui/states.tsx"
import { usePage } from "./page-context.tsx"
import css from "./portal.module.css"

/** Before the first key: what keys are for, and how to get one. */
export function EmptyKeys({ onCreate }: { readonly onCreate: (() => void) | undefined }) {
  const { say } = usePage().language
  return (
    <div className={css.frame}>
      <Empty
        actions={
          onCreate && (
            <Button icon="plus" onClick={onCreate} variant="primary">
              {say("keys.new")}
            </Button>
          )
        }
        title={say("keys.emptyTitle")}
      >
        {say(onCreate ? "keys.empty" : "keys.emptyOnly")}
      </Empty>
    </div>
  )
}
