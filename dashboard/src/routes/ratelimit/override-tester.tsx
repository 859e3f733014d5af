import type { Namespace } from "@keyward/client"
import { useState } from "react"
import { keywardError } from "../../client.ts"
import { Failure } from "../../parts/failure.tsx"
import { useRead } from "../../queries.ts"
import { Card } from "../../ui/card.tsx"
import { Mono } from "../../ui/copy.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { formatPer, formatWhole, visibleText } from "../../ui/format.ts"
import { useDebounced } from "../../ui/use-debounced.ts"
import css from "./override-tester.module.css"

/** Says which override applies to an identifier. The server decides, with the rule that it uses for checks. */
export function OverrideTester({ namespace }: { readonly namespace: Namespace }) {
  const [text, setText] = useState("")
  const identifier = useDebounced(text)
  return (
    <Card title="Which override applies?">
      <Field hint="The exact identifier wins, then the pattern with the most letters." label="Identifier">
        {(control) => <TextInput {...control} isMono onChange={setText} placeholder="vip_42" value={text} />}
      </Field>
      <div className={css.result} role="status">
        {identifier !== "" && <Applied identifier={identifier} key={identifier} namespace={namespace} />}
      </div>
    </Card>
  )
}

interface AppliedProps {
  readonly namespace: Namespace
  readonly identifier: string
}

function Applied({ namespace, identifier }: AppliedProps) {
  const { data, error } = useRead(["override", namespace.id, identifier], (client) =>
    client.ratelimit.getOverride({ namespace: namespace.id, identifier }),
  )
  if (keywardError(error)?.code === "data/ratelimit_override_not_found") {
    return "No override. The limit that your service sends applies."
  }
  if (error) return <Failure error={error} />
  if (data === undefined) return null
  return (
    <>
      <Mono>{visibleText(data.identifier)}</Mono> applies:{" "}
      {data.limit === 0 ? "everything is denied" : `${formatWhole(data.limit)} ${formatPer(data.duration)}`}.
    </>
  )
}
