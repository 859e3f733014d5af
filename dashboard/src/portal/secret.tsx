import { type ReactNode, useEffect, useRef } from "react"
import { Button } from "../ui/button.tsx"
import { CodeToCopy } from "./copy-button.tsx"
import { usePage } from "./page-context.tsx"
import css from "./portal.module.css"

interface SecretProps {
  readonly secret: string
  readonly about?: ReactNode
  readonly onSaved: () => void
}

/** A new secret, for as long as it is shown. Nothing else keeps it, so it closes only when a person says that it is saved. */
export function Secret({ secret, about, onSaved }: SecretProps) {
  const { say } = usePage().language
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useWarningBeforeLeaving()
  return (
    <section className={css.secret}>
      <div>
        <h2 className={css.panelTitle} ref={heading} tabIndex={-1}>
          {say("secret.title")}
        </h2>
        <p>{say("secret.text")}</p>
        {about && <p>{about}</p>}
      </div>
      <CodeToCopy code={secret} isMain label={say("secret.key")} />
      <CodeToCopy code={say("secret.example", { key: secret })} label={say("secret.exampleTitle")} />
      <div className={css.actions}>
        <Button icon="check" onClick={onSaved}>
          {say("secret.done")}
        </Button>
      </div>
    </section>
  )
}

function useWarningBeforeLeaving(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener("beforeunload", warn)
    return () => removeEventListener("beforeunload", warn)
  }, [])
}
