import type { Member, RootKey } from "@keyward/client"
import { useState } from "react"
import { useChange, useList } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { Mono } from "../../ui/copy.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, Select } from "../../ui/field.tsx"
import { counted, visibleText } from "../../ui/format.ts"
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
  const mayReadKeys = can("root_key.*.read_root_key")
  const { items: rootKeys = [], hasNextPage } = useList(
    ["root-keys", "all"],
    (client, cursor) => client.rootKeys.listRootKeys({ ...cursor }),
    { isEnabled: mayReadKeys },
  )
  const isComplete = mayReadKeys && !hasNextPage
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
      <Field hint={hintOn(made.length, isComplete)} label="Root keys that this person made">
        {(control) => <Select {...control} onChange={setChoice} options={choices} value={choice} />}
      </Field>
      <KeyNames rootKeys={made} />
    </ConfirmDialog>
  )
}

function hintOn(made: number, isComplete: boolean): string {
  if (made > 0)
    return `This person made ${counted(made, "root key")}${isComplete ? "" : " or more"}, and may know the secrets.`
  return isComplete ? "This person made none." : "After the removal you see which these are."
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
