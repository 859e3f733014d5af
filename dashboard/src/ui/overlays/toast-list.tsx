import { Toast as Base } from "@base-ui/react/toast"
import { useEffect } from "react"
import { classNames } from "../class-names.ts"
import { visibleText } from "../format.ts"
import { Icon } from "../icon.tsx"
import type { Notice } from "../notice.ts"
import css from "../toast.module.css"

const manager = Base.createToastManager()

/** Shows notices in a corner. Failures stay longer. */
export function ToastList({ onReady }: { readonly onReady: (show: (notice: Notice) => void) => void }) {
  useEffect(() => onReady(show), [onReady])
  return (
    <Base.Provider limit={2} toastManager={manager}>
      <Base.Portal>
        <Base.Viewport className={css.viewport}>
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function show({ title, description, tone, action }: Notice): void {
  const id = manager.add({
    // Many name what a customer has named.
    title: visibleText(title),
    ...(description !== undefined && { description: visibleText(description) }),
    ...(tone && { type: tone }),
    timeout: tone === "bad" || action ? 10_000 : 4_000,
    priority: tone === "bad" ? "high" : "low",
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id)
          action.onSelect()
        },
      },
    }),
  })
}

function List() {
  const { toasts } = Base.useToastManager()
  return toasts.map((toast) => (
    <Base.Root
      className={classNames(css.toast, toast.type === "bad" && css.bad)}
      data-toast=""
      key={toast.id}
      toast={toast}
    >
      <div className={css.text}>
        <Base.Title className={css.title} />
        <Base.Description className={css.description} />
      </div>
      <Base.Action className={css.button} />
      <Base.Close aria-label="Dismiss" className={css.button}>
        <Icon name="cross" />
      </Base.Close>
    </Base.Root>
  ))
}
