import type { Ratelimit, RatelimitInput } from "@keyward/client"
import { errorOf } from "../../error-messages.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { Checkbox, Field, TextInput } from "../../ui/field.tsx"
import { formatWhole, visibleText } from "../../ui/format.ts"
import { DurationInput } from "../fields/duration-input.tsx"
import { numberIn } from "../fields/number-text.ts"
import css from "./ratelimit-editor.module.css"

/** A rate limit as it is typed. */
export interface LimitDraft {
  readonly draftId: number
  readonly name: string
  readonly limit: string
  readonly duration: number
  readonly autoApply: boolean
}

let lastDraft = 0

function newLimitDraft(limit: Partial<Omit<LimitDraft, "draftId">> = {}): LimitDraft {
  lastDraft += 1
  return { name: "", limit: "", duration: 60_000, autoApply: true, ...limit, draftId: lastDraft }
}

export function limitDrafts(limits: readonly Ratelimit[]): readonly LimitDraft[] {
  return limits.map(({ name, limit, duration, autoApply }) =>
    newLimitDraft({ name, limit: formatWhole(limit), duration, autoApply }),
  )
}

/** The limits as the server receives them. */
export function limitInputs(drafts: readonly LimitDraft[]): readonly RatelimitInput[] {
  return drafts.map(({ name, limit, duration, autoApply }) => ({
    name: name.trim(),
    limit: numberIn(limit),
    duration,
    ...(autoApply && { autoApply }),
  }))
}

interface RatelimitEditorProps {
  readonly value: readonly LimitDraft[]
  readonly onChange: (value: readonly LimitDraft[]) => void
  /** The error of the change, which may name single rows. */
  readonly error?: unknown
  readonly isReadOnly?: boolean
}

/** A row for each rate limit: its name, how many per which time, and whether it applies automatically. */
export function RatelimitEditor({ value, onChange, error, isReadOnly = false }: RatelimitEditorProps) {
  const change = (changed: LimitDraft) =>
    onChange(value.map((one) => (one.draftId === changed.draftId ? changed : one)))
  return (
    <div className={css.editor}>
      {value.map((draft, index) => (
        <Row
          draft={draft}
          errorIn={(field) => errorOf(error, `ratelimits[${index}].${field}`)}
          key={draft.draftId}
          onChange={change}
          onRemove={() => onChange(value.filter((one) => one !== draft))}
        />
      ))}
      {isReadOnly ? (
        value.length === 0 && <p className={css.note}>It has none.</p>
      ) : (
        <div>
          <Button
            icon="plus"
            onClick={() =>
              onChange([...value, newLimitDraft(value.length === 0 ? { name: "requests", limit: "100" } : {})])
            }
            size="small"
          >
            Add a limit
          </Button>
        </div>
      )}
    </div>
  )
}

interface RowProps {
  readonly draft: LimitDraft
  readonly errorIn: (field: string) => string | undefined
  readonly onChange: (draft: LimitDraft) => void
  readonly onRemove: () => void
}

function Row({ draft, errorIn, onChange, onRemove }: RowProps) {
  const { name, limit, duration, autoApply } = draft
  return (
    <div className={css.row}>
      <Field error={errorIn("name")} label="Limit">
        {(control) => (
          <TextInput
            {...control}
            onChange={(next) => onChange({ ...draft, name: next })}
            placeholder="requests"
            value={name}
          />
        )}
      </Field>
      <Field error={errorIn("limit")} label="Allows">
        {(control) => (
          <TextInput
            {...control}
            inputMode="numeric"
            onChange={(next) => onChange({ ...draft, limit: next })}
            placeholder="100"
            value={limit}
          />
        )}
      </Field>
      <Field error={errorIn("duration")} label="Per">
        {(control) => (
          <DurationInput {...control} onChange={(next) => onChange({ ...draft, duration: next })} value={duration} />
        )}
      </Field>
      <div className={css.end}>
        <Checkbox
          checked={autoApply}
          label="Every verification"
          onChange={(next) => onChange({ ...draft, autoApply: next })}
        />
        <IconButton icon="cross" label={`Remove the limit ${visibleText(name)}`} onClick={onRemove} size="small" />
      </div>
      {!autoApply && <div className={css.note}>Counts only verifications that name it.</div>}
    </div>
  )
}
