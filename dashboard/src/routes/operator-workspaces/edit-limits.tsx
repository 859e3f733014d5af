import type { LimitsPatch, Workspace } from "@keyward/client"
import { useState } from "react"
import { errorOf, generalError } from "../../error-messages.ts"
import { useChange, useRead } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, FieldRow, Select, TextInput } from "../../ui/field.tsx"
import { formatWhole, visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"
import css from "./workspaces.module.css"

const quotas = [
  { name: "keys", label: "Keys", count: "keys" },
  { name: "identities", label: "Customers", count: "identities" },
  { name: "verificationsPerMonth", label: "Verifications per month", count: "verificationsThisMonth" },
  { name: "requestsPerMinute", label: "Requests per minute", count: "none" },
] as const
type QuotaName = (typeof quotas)[number]["name"]
type Texts = Readonly<Record<QuotaName, string>>

const reactions = [
  { value: "reject", label: "Refuse what exceeds a quota" },
  { value: "disable", label: "Also disable the workspace" },
] as const

interface EditLimitsProps {
  readonly workspace: Workspace
  readonly onClose: () => void
}

export function EditLimits({ workspace: { id, name, limits }, onClose }: EditLimitsProps) {
  const [texts, setTexts] = useState<Texts>({
    keys: textOf(limits.keys),
    identities: textOf(limits.identities),
    verificationsPerMonth: textOf(limits.verificationsPerMonth),
    requestsPerMinute: textOf(limits.requestsPerMinute),
  })
  const [onExceeded, setOnExceeded] = useState(limits.onExceeded)
  const { data: present } = useRead(["workspace", id], (client) => client.workspaces.getWorkspace({ workspaceId: id }))
  const counts = present && { ...present.counts, none: undefined }
  const changes = changesOf(limits, texts, onExceeded)
  const save = useChange(
    (client, patch: LimitsPatch) => client.workspaces.updateWorkspace({ workspaceId: id, limits: patch }),
    { showsError: true, done: () => ({ title: "Saved. The limits are in effect." }), onDone: onClose },
  )
  const problem = generalError(
    save.error,
    quotas.map((quota) => `limits.${quota.name}`),
  )
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            disabled={Object.keys(changes).length === 0}
            isBusy={save.isBusy}
            onClick={() => save.run(changes)}
            variant="primary"
          >
            Save
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title={`Limits of ${visibleText(name)}`}
    >
      <div className={css.form}>
        {problem && <Banner tone="bad">{problem}</Banner>}
        <FieldRow>
          {quotas.map((quota) => (
            <Field
              error={errorOf(save.error, `limits.${quota.name}`)}
              hint={hintFor(counts?.[quota.count])}
              key={quota.name}
              label={quota.label}
            >
              {(control) => (
                <TextInput
                  {...control}
                  inputMode="numeric"
                  onChange={(text) => setTexts({ ...texts, [quota.name]: text.replace(/\D/g, "") })}
                  placeholder="no limit"
                  value={texts[quota.name]}
                />
              )}
            </Field>
          ))}
        </FieldRow>
        <Field label="When a quota is exceeded">
          {(control) => <Select {...control} onChange={setOnExceeded} options={reactions} value={onExceeded} />}
        </Field>
      </div>
    </Dialog>
  )
}

/** The present usage, because a limit below it refuses at once. */
function hintFor(count: number | undefined): string {
  return count === undefined ? "Empty means no limit." : `${formatWhole(count)} now. Empty means no limit.`
}

function textOf(limit: number | null): string {
  return limit === null ? "" : String(limit)
}

function changesOf(limits: Workspace["limits"], texts: Texts, onExceeded: Workspace["limits"]["onExceeded"]) {
  const changed = quotas.filter(({ name }) => texts[name] !== textOf(limits[name]))
  const patch: LimitsPatch = Object.fromEntries(
    changed.map(({ name }) => [name, texts[name] === "" ? null : Number(texts[name])]),
  )
  return { ...patch, ...(onExceeded !== limits.onExceeded && { onExceeded }) }
}
