import type { Key, RatelimitInput } from "@keyward/client"
import { useState } from "react"
import { generalError } from "../../error-messages.ts"
import { limitDrafts, limitInputs, RatelimitEditor } from "../../parts/keys/ratelimit-editor.tsx"
import { MovedNotice } from "../../parts/moved-notice.tsx"
import { WhoMay } from "../../parts/people/who-may.tsx"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Form, FormFooter } from "../../ui/form.tsx"
import { Banner } from "../../ui/states.tsx"
import { useUnsaved } from "../../ui/unsaved.ts"

/** The rate limits of a key, to edit. */
export function KeyLimits({ apiKey }: { readonly apiKey: Key }) {
  const { keyId, apiId, ratelimits } = apiKey
  const current = textOf(limitInputs(limitDrafts(ratelimits)))
  const [base, setBase] = useState(current)
  const [drafts, setDrafts] = useState(() => limitDrafts(ratelimits))
  const mayChange = useCan()(`api.${apiId}.update_key`)
  const isDirty = textOf(limitInputs(drafts)) !== base
  useUnsaved(isDirty)
  const follow = () => {
    setBase(current)
    setDrafts(limitDrafts(ratelimits))
  }
  const hasMoved = current !== base
  if (hasMoved && !isDirty) follow()
  const save = useChange(
    (client, limits: readonly RatelimitInput[]) => client.keys.updateKey({ keyId, ratelimits: limits }),
    {
      done: () => ({ title: "Saved. The next verification counts against these limits." }),
      onDone: (_, limits) => setBase(textOf(limits)),
      showsError: true,
    },
  )
  const general = generalError(save.error, ["ratelimits"])
  return (
    <Card title="Rate limits">
      <Form isReadOnly={!mayChange} onSubmit={() => save.run(limitInputs(drafts))}>
        <p>
          A verification beyond a limit returns RATE_LIMITED. A limit without a tick counts only when the verification
          names it.
        </p>
        <WhoMay needs={`api.${apiId}.update_key`} />
        <MovedNotice hasMoved={hasMoved && isDirty} onReset={follow} />
        <RatelimitEditor error={save.error} isReadOnly={!mayChange} onChange={setDrafts} value={drafts} />
        {general && <Banner tone="bad">{general}</Banner>}
        {mayChange && (
          <FormFooter>
            <Button disabled={!isDirty} isBusy={save.isBusy} type="submit" variant="primary">
              Save limits
            </Button>
            {isDirty && <Button onClick={follow}>Discard</Button>}
          </FormFooter>
        )}
      </Form>
    </Card>
  )
}

function textOf(limits: readonly RatelimitInput[]): string {
  return JSON.stringify(limits)
}
