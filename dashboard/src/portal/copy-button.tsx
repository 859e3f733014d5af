import { useRef, useState } from "react"
import { Button } from "../ui/button.tsx"
import { copyText } from "../ui/copy.tsx"
import { usePage } from "./page-context.tsx"
import css from "./portal.module.css"

interface CodeToCopyProps {
  readonly label: string
  readonly code: string
  readonly isMain?: boolean
}

/** A text with the button that copies it. Where the page may not use the clipboard, it selects the text. */
export function CodeToCopy({ label, code, isMain = false }: CodeToCopyProps) {
  const { say } = usePage().language
  const [isCopied, setCopied] = useState(false)
  const text = useRef<HTMLPreElement>(null)
  const copy = async () => {
    const isDone = await copyText(code)
    setCopied(isDone)
    if (!isDone && text.current) getSelection()?.selectAllChildren(text.current)
  }
  return (
    <figure className={css.code}>
      <figcaption className={css.label}>{label}</figcaption>
      <div className={css.codeLine}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: A long line scrolls, also by keyboard. */}
        <pre dir="ltr" ref={text} tabIndex={0}>
          {code}
        </pre>
        <Button
          aria-label={`${say(isCopied ? "action.copied" : "action.copy")}: ${label}`}
          icon={isCopied ? "check" : "copy"}
          onClick={copy}
          variant={isMain && !isCopied ? "primary" : "default"}
        >
          {say(isCopied ? "action.copied" : "action.copy")}
        </Button>
      </div>
    </figure>
  )
}
