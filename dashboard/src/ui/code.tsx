import { useState } from "react"
import { classNames } from "./class-names.ts"
import css from "./code.module.css"
import { CopyButton } from "./copy.tsx"
import { Segmented } from "./segmented.tsx"

interface CodeBlockProps {
  readonly code: string
  readonly what?: string
  /** There is nothing better to do than to copy it. */
  readonly isToCopy?: boolean
  readonly onCopied?: () => void
}

/** A command or a piece of code with its copy button. */
export function CodeBlock({ code, what = "command", isToCopy = false, onCopied }: CodeBlockProps) {
  return (
    <div className={classNames(css.block, css.single, isToCopy && css.toCopy)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: A long line scrolls, also by keyboard. */}
      <pre className={css.code} tabIndex={0}>
        {code}
      </pre>
      <CopyButton isLarge={isToCopy} onCopied={onCopied} value={code} what={what} />
    </div>
  )
}

/** The same in several languages. */
export function CodeTabs({
  samples,
}: {
  readonly samples: readonly { readonly name: string; readonly code: string }[]
}) {
  const [first] = samples
  const [chosen, choose] = useState(first?.name ?? "")
  const code = samples.find(({ name }) => name === chosen)?.code ?? ""
  return (
    <div className={css.block}>
      <div className={css.head}>
        <Segmented
          label="Language"
          onChange={choose}
          options={samples.map(({ name }) => ({ value: name, label: name }))}
          value={chosen}
        />
        <CopyButton value={code} what="sample" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: A long line scrolls, also by keyboard. */}
      <pre className={css.code} tabIndex={0}>
        {code}
      </pre>
    </div>
  )
}
