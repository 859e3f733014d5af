import type { Member, RootKey } from "@keyward/client"
import { useState } from "react"
import { useChange, useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { Mono } from "../../ui/copy.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, Select } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"
import css from "./members.module.css"

const choices = [
  { value: "keep", label: "Keep them working" },
  { value: "disable", label: "Disable them" },
] as const
type Choice = (typeof choices)[number]["value"]

interface RemoveMemberProps {
  readonly member: Member
  readonly onClose: () => void
}

/** Root keys outlive the person who made them, so the user decides about them here. */
export function RemoveMember({ member: { userId, name }, onClose }: RemoveMemberProps) {
  const can = useCan()
  const [choice, setChoice] = useState<Choice>("disable")
  const [left, setLeft] = useState<readonly RootKey[]>()
  const { data: rootKeys = [] } = useRead(["root-keys", "names"], (client) => client.rootKeys.listRootKeys({}), {
    isEnabled: can("root_key.*.read_root_key"),
  })
  const made = rootKeys.filter(({ createdBy }) => createdBy === userId)
  const person = visibleText(name)
  const remove = useChange((client, decision: Choice) => client.members.removeMember({ userId, rootKeys: decision }), {
    done: () => ({ title: `Removed ${person}. Their sessions have no access to this workspace any more.` }),
    onDone: (data) => (data.rootKeys.length === 0 ? onClose() : setLeft(data.rootKeys)),
  })
  if (left) {
    return (
      <Dialog
        footer={
          <Button onClick={onClose} variant="primary">
            Done
          </Button>
        }
        isOpen
        onClose={onClose}
        title={`Root keys that ${person} made`}
      >
        <p>
          {choice === "disable" ? "They are disabled now." : "They still work. Reroll those that this person knows."}
        </p>
        <KeyNames rootKeys={left} />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      action="Remove"
      isBusy={remove.isBusy}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.run(choice)}
      title={`Remove ${person}?`}
    >
      <p>This person loses access at once. To come back, they need a new invitation.</p>
      <Field
        hint={
          made.length === 0
            ? "None of the first hundred root keys was made by this person."
            : `${made.length} ${made.length === 1 ? "root key was" : "root keys were"} made by this person, who may know the secrets.`
        }
        label="Root keys that this person made"
      >
        {(control) => <Select {...control} onChange={setChoice} options={choices} value={choice} />}
      </Field>
      <KeyNames rootKeys={made} />
    </ConfirmDialog>
  )
}

function KeyNames({ rootKeys }: { readonly rootKeys: readonly RootKey[] }) {
  return (
    <ul className={css.keys}>
      {rootKeys.map(({ rootKeyId, name, start }) => (
        <li key={rootKeyId}>
          {visibleText(name ?? "Unnamed")} <Mono>{start}…</Mono>
        </li>
      ))}
    </ul>
  )
}
