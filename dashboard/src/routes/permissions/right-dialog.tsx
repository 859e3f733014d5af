import type { Result } from "@keyward/client"
import type { Client } from "../../client.ts"
import { errorOf, generalError } from "../../error-messages.ts"
import { MovedNotice } from "../../parts/moved-notice.tsx"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { Form } from "../../ui/form.tsx"
import { Banner } from "../../ui/states.tsx"
import { useDraft } from "../../ui/use-draft.ts"

export interface RightTexts {
  /** Empty for a role. */
  readonly slug: string
  readonly name: string
  readonly description: string
}

interface RightDialogProps<Data> {
  readonly noun: "role" | "permission"
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The texts of the object to edit. Without them, the dialog creates one. */
  readonly stored: RightTexts | undefined
  /** `has` tells whether the person changed a field. */
  readonly save: (client: Client, draft: RightTexts, has: (field: keyof RightTexts) => boolean) => Promise<Result<Data>>
  /** A message after success. */
  readonly done?: (draft: RightTexts) => string
  readonly onDone?: (data: Data) => void
}

/** Creates a role or a permission, or changes its texts. */
export function RightDialog<Data>(props: RightDialogProps<Data>) {
  const { noun, isOpen, onClose, stored } = props
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button form="right-form" type="submit" variant="primary">
            {stored ? "Save" : `Create ${noun}`}
          </Button>
        </>
      }
      isOpen={isOpen}
      onClose={onClose}
      title={`${stored ? "Edit" : "Create"} ${noun}`}
    >
      <Fields {...props} />
    </Dialog>
  )
}

const nothing: RightTexts = { slug: "", name: "", description: "" }

/** Lives only while the dialog is open, so that each time begins with what is stored. */
function Fields<Data>({ noun, stored, onClose, save, done, onDone }: RightDialogProps<Data>) {
  const { draft, set, has, hasMoved, reset } = useDraft({ ...(stored ?? nothing) })
  const change = useChange((client, texts: RightTexts) => save(client, texts, has), {
    showsError: true,
    done: (_, texts) => (done ? { title: done(texts) } : undefined),
    onDone(data) {
      onClose()
      onDone?.(data)
    },
  })
  const { error } = change
  const general = generalError(error, ["slug", "name", "description"])
  const hasSlug = noun === "permission"
  return (
    <>
      <MovedNotice hasMoved={hasMoved} onReset={reset} />
      <Form id="right-form" onSubmit={() => change.run(draft)}>
        {hasSlug && (
          <Field
            error={errorOf(error, "slug")}
            hint={
              stored
                ? "It cannot change, because your services name it."
                : "What your services name, such as documents.read. It cannot change later."
            }
            label="Slug"
          >
            {(control) => (
              <TextInput
                {...control}
                autoFocus={!stored}
                disabled={stored !== undefined}
                isMono
                onChange={set("slug")}
                placeholder="documents.read"
                required
                value={draft.slug}
              />
            )}
          </Field>
        )}
        <Field error={errorOf(error, "name")} isOptional={hasSlug} label="Name">
          {(control) => (
            <TextInput
              {...control}
              autoFocus={!hasSlug}
              onChange={set("name")}
              placeholder={hasSlug ? draft.slug : "editor"}
              required={!hasSlug}
              value={draft.name}
            />
          )}
        </Field>
        <Field error={errorOf(error, "description")} isOptional label="Description">
          {(control) => <TextInput {...control} onChange={set("description")} value={draft.description} />}
        </Field>
      </Form>
      {general && <Banner tone="bad">{general}</Banner>}
    </>
  )
}
