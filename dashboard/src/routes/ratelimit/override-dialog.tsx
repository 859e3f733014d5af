import type { Namespace } from "@keyward/client"
import { useState } from "react"
import { errorOf, generalError } from "../../error-messages.ts"
import { DurationInput } from "../../parts/fields/duration-input.tsx"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, FieldRow, TextInput } from "../../ui/field.tsx"
import { Form } from "../../ui/form.tsx"
import { visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"

/** The first values of the dialog. Only an override that exists has an id. */
export interface Draft {
  readonly identifier: string
  readonly overrideId?: string
  readonly limit?: number
  readonly duration?: number
}

interface OverrideDialogProps {
  readonly namespace: Namespace
  readonly draft: Draft
  readonly onClose: () => void
}

export function OverrideDialog({ namespace, draft, onClose }: OverrideDialogProps) {
  const isNew = draft.overrideId === undefined
  const [identifier, setIdentifier] = useState(draft.identifier)
  const [limit, setLimit] = useState(String(draft.limit ?? 100))
  const [duration, setDuration] = useState(draft.duration ?? 60_000)
  const save = useChange(
    (client) => client.ratelimit.setOverride({ namespace: namespace.id, identifier, limit: Number(limit), duration }),
    {
      showsError: true,
      done: () => ({ title: `Set. Checks of ${visibleText(identifier)} use this limit now.` }),
      onDone: onClose,
    },
  )
  const error = generalError(save.error, ["identifier", "limit", "duration"])
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button form="set-override" isBusy={save.isBusy} type="submit" variant="primary">
            {isNew ? "Create override" : "Save"}
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title={isNew ? "Create override" : "Edit override"}
    >
      <Form id="set-override" onSubmit={() => save.run(undefined)}>
        <Field
          error={errorOf(save.error, "identifier")}
          hint="One identifier, or a pattern: each * stands for any characters, or none."
          label="Identifier or pattern"
        >
          {(control) => (
            <TextInput
              {...control}
              autoFocus={draft.identifier === ""}
              disabled={!isNew}
              isMono
              onChange={setIdentifier}
              placeholder="vip_*"
              required
              value={identifier}
            />
          )}
        </Field>
        <FieldRow>
          <Field error={errorOf(save.error, "limit")} hint="0 denies everything." label="Limit">
            {(control) => (
              <TextInput
                {...control}
                autoFocus={draft.identifier !== ""}
                min={0}
                onChange={setLimit}
                required
                type="number"
                value={limit}
              />
            )}
          </Field>
          <Field error={errorOf(save.error, "duration")} label="Per">
            {(control) => <DurationInput {...control} onChange={setDuration} value={duration} />}
          </Field>
        </FieldRow>
      </Form>
      {error && <Banner tone="bad">{error}</Banner>}
    </Dialog>
  )
}
