import type { Meta } from "@keyward/client"
import type { ReactNode } from "react"
import { jsonText } from "../../../../src/core/samples/json-text.ts"
import { Field, TextArea } from "../../ui/field.tsx"

type ReadMeta =
  | { readonly meta: Meta; readonly error?: undefined }
  | { readonly meta?: undefined; readonly error: string }

/** The metadata that a text holds, or what is wrong with it. An empty text is empty metadata. */
export function metaIn(text: string): ReadMeta {
  if (text.trim() === "") return { meta: {} }
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { meta: value } : { error: 'Metadata is a JSON object, such as {"tier": "pro"}.' }
  } catch (error) {
    return { error: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function isObject(value: unknown): value is Meta {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** Metadata as a text for editing. */
export function metaText(meta: Meta | undefined): string {
  return meta === undefined || Object.keys(meta).length === 0 ? "" : jsonText(meta)
}

interface MetaEditorProps {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly hint?: ReactNode
  /** The error of the server about this field. */
  readonly error?: string | undefined
}

export function MetaEditor({ value, onChange, hint, error }: MetaEditorProps) {
  return (
    <Field error={metaIn(value).error ?? error} hint={hint} label="Metadata">
      {(control) => (
        <TextArea
          {...control}
          onChange={onChange}
          placeholder={'{"tier": "pro"}'}
          rows={Math.min(16, Math.max(4, value.split("\n").length))}
          value={value}
        />
      )}
    </Field>
  )
}
