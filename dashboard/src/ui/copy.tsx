import { type ReactNode, useRef, useState } from "react"
import { buttonClass } from "./button.tsx"
import { classNames } from "./class-names.ts"
import css from "./copy.module.css"
import { Icon } from "./icon.tsx"

interface CopyProps {
  readonly value: string
  /** A name of the copied text for screen readers: "key id". */
  readonly what: string
  /** With its word, where copying is what the page is for. What was copied stays marked. */
  readonly isLarge?: boolean
  readonly onCopied?: (() => void) | undefined
}

/** Copies, or selects the text beside it where the page may not use the clipboard. */
export function CopyButton({ value, what, isLarge = false, onCopied }: CopyProps) {
  const [isDone, setDone] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const copy = async () => {
    const isCopied = await copyText(value)
    if (!isCopied && button.current?.previousElementSibling) selectAll(button.current.previousElementSibling)
    setDone(isCopied)
    if (isCopied) onCopied?.()
  }
  const label = isDone ? `Copied the ${what}` : `Copy the ${what}`
  const forget = () => {
    if (!isLarge) setDone(false)
  }
  return (
    <button
      aria-label={label}
      className={isLarge ? buttonClass(isDone ? "default" : "primary") : classNames(css.button, isDone && css.done)}
      onBlur={forget}
      onClick={copy}
      onMouseLeave={forget}
      ref={button}
      title={label}
      type="button"
    >
      <Icon name={isDone ? "check" : "copy"} size={14} />
      {isLarge && (isDone ? "Copied" : "Copy")}
    </button>
  )
}

/** An id or a key with its copy button. */
export function Copyable({ value, what, shown = value }: CopyProps & { readonly shown?: string }) {
  return (
    <span className={css.copyable}>
      <span className={css.text}>{shown}</span>
      <CopyButton value={value} what={what} />
    </span>
  )
}

export function Mono({ children }: { readonly children: ReactNode }) {
  return <span className={css.mono}>{children}</span>
}

/** False on pages without TLS, where browsers offer no clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

function selectAll(element: Element): void {
  getSelection()?.selectAllChildren(element)
}
