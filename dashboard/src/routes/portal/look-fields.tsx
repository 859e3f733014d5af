import { useState } from "react"
import { errorOf } from "../../error-messages.ts"
import { Button } from "../../ui/button.tsx"
import { Field, FieldRow, TextInput } from "../../ui/field.tsx"
import type { DraftProps } from "./draft-props.ts"
import css from "./portal.module.css"

/** The name, the colour and the logo that customers know. */
export function LookFields({ draft, onChange, error }: DraftProps) {
  const isColor = /^#[0-9a-f]{6}$/i.test(draft.accent)
  return (
    <div className={css.stack}>
      <FieldRow>
        <Field error={errorOf(error, "name")} hint="Empty: the name of the workspace." label="Name">
          {(control) => (
            <TextInput {...control} maxLength={64} onChange={(name) => onChange({ name })} value={draft.name} />
          )}
        </Field>
        <Field
          error={errorOf(error, "accent")}
          hint="Links get the nearest shade that everyone can read."
          label="Color"
        >
          {(control) => (
            <div className={css.color}>
              <input
                aria-label="Choose the color"
                onChange={(event) => onChange({ accent: event.target.value })}
                type="color"
                value={isColor ? draft.accent : "#0b6b62"}
              />
              <TextInput
                {...control}
                isMono
                maxLength={7}
                onChange={(accent) => onChange({ accent })}
                placeholder="#0b6b62"
                value={draft.accent}
              />
            </div>
          )}
        </Field>
      </FieldRow>
      <FieldRow>
        <LogoField
          error={errorOf(error, "logo")}
          label="Logo"
          onChange={(logo) => onChange({ logo })}
          value={draft.logo}
        />
        <LogoField
          error={errorOf(error, "logoDark")}
          label="Logo on dark"
          onChange={(logoDark) => onChange({ logoDark })}
          value={draft.logoDark}
        />
      </FieldRow>
    </div>
  )
}

interface LogoFieldProps {
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (dataUrl: string) => void
}

const mostBytes = 32 * 1024

/** The server looks into the image too; this says earlier what is wrong. */
function LogoField({ label, value, error, onChange }: LogoFieldProps) {
  const [problem, setProblem] = useState<string>()
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    const isFitting = /^image\/(png|jpeg|webp)$/.test(file.type) && file.size <= mostBytes
    setProblem(isFitting ? undefined : "Choose a PNG, JPEG or WebP image of at most 32 KiB.")
    if (isFitting) onChange(await dataUrlOf(file))
  }
  return (
    <Field error={problem ?? error} hint="PNG, JPEG or WebP, at most 32 KiB." label={label}>
      {(control) => (
        <div className={css.logo}>
          {value !== "" && <img alt="" src={value} />}
          <input
            {...control}
            accept="image/png,image/jpeg,image/webp"
            onChange={(event) => read(event.target.files?.[0])}
            type="file"
          />
          {value !== "" && (
            <Button onClick={() => onChange("")} size="small">
              Remove
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}

async function dataUrlOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return `data:${file.type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`
}
