import type { Key } from "@keyward/client"
import { useState } from "react"
import { dayMs } from "../../../../src/core/durations.ts"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Select } from "../../ui/field.tsx"
import { formatExact } from "../../ui/format.ts"
import { wholeMinute } from "../fields/time-field.tsx"
import { WhoMay } from "../people/who-may.tsx"
import { FixForm } from "./fix-form.tsx"
import css from "./incident.module.css"

const choices = [
  { value: "1", label: "for 1 day" },
  { value: "7", label: "for 7 days" },
  { value: "30", label: "for 30 days" },
  { value: "90", label: "for 90 days" },
  { value: "never", label: "without an end" },
] as const
type Choice = (typeof choices)[number]["value"]

/** Lets an expired key live on from now. */
export function Extend({ apiKey: { keyId, apiId }, after }: { readonly apiKey: Key; readonly after: string }) {
  const [choice, choose] = useState<Choice>("7")
  const right = `api.${apiId}.update_key`
  const mayChange = useCan()(right)
  const change = useChange((client, expires: number | null) => client.keys.updateKey({ keyId, expires }), {
    done: (_, expires, effect) => ({
      title: expires === null ? "The key does not expire now." : `The key expires on ${formatExact(expires)}.`,
      description: effect,
    }),
  })
  if (!mayChange) return <WhoMay needs={right} />
  const extend = () => change.run(choice === "never" ? null : wholeMinute(Date.now() + Number(choice) * dayMs))
  return (
    <FixForm action="Extend" after={after} isBusy={change.isBusy} isPossible onSubmit={extend}>
      <Select
        aria-label="How long the key lives on"
        className={css.choice}
        onChange={choose}
        options={choices}
        value={choice}
      />
    </FixForm>
  )
}
