import type { Identity } from "@keyward/client"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { keysOfCustomer } from "../../../../src/contract/touches.ts"
import { DangerAction } from "../../parts/danger-action.tsx"
import { Reached } from "../../parts/reach.tsx"
import { useChange } from "../../queries.ts"
import { useCan, useWorkspace } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { Field, Select } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"

type Choice = "keep" | "disable" | "delete"

interface KeyChoice {
  readonly value: Choice
  readonly label: string
  readonly effect: string
  /** The right that it needs beside that to delete the customer. */
  readonly needs?: string
}

const keepWorking: KeyChoice = {
  value: "keep",
  label: "Keep them working",
  effect: "Its keys keep working without the customer, its limits and permissions.",
}

/** Without the customer, nothing stops these keys. */
const letWork: KeyChoice = {
  value: "keep",
  label: "Let them work again",
  effect: "Its keys that are enabled work again, without the customer, its limits and permissions.",
  needs: "api.*.update_key",
}

const others: readonly KeyChoice[] = [
  {
    value: "disable",
    label: "Disable them",
    effect: "Its keys are disabled. You can enable them again.",
    needs: "api.*.update_key",
  },
  {
    value: "delete",
    label: "Delete them",
    effect: "Its keys are deleted. Every later verification is NOT_FOUND.",
    needs: "api.*.delete_key",
  },
]

export function CustomerDanger({ customer }: { readonly customer: Identity }) {
  const [isAsking, setAsking] = useState(false)
  const [chosen, choose] = useState<Choice>()
  const can = useCan()
  const choices = customer.enabled ? [keepWorking, ...others] : [...others, letWork]
  const allowed = choices.filter(({ needs }) => needs === undefined || can(needs))
  const choice = allowed.find(({ value }) => value === chosen) ?? allowed[0]
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const remove = useChange(
    (client, keys: Choice) => client.identities.deleteIdentity({ identity: customer.id, keys }),
    {
      done: (_data, _input, effect) => ({
        title: `Deleted ${visibleText(customer.externalId)}. ${choice?.effect ?? ""}`,
        description: effect,
      }),
      isLeaving: true,
      onDone: () =>
        navigate({ to: "/w/$workspaceId/customers", params: { workspaceId }, search: {}, ignoreBlocker: true }),
    },
  )
  // The keys of a disabled customer must be changed too.
  if (choice === undefined) return null
  return (
    <Card title="Danger zone" tone="danger">
      <DangerAction
        action={
          <Button onClick={() => setAsking(true)} variant="danger">
            Delete customer
          </Button>
        }
        title="Delete this customer"
      >
        You choose what happens to its keys. Its limits, permissions and metadata are gone. This cannot be undone.
      </DangerAction>
      <ConfirmDialog
        action="Delete customer"
        isBusy={remove.isBusy}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.run(choice.value)}
        title={`Delete ${visibleText(customer.externalId)}?`}
        typed={customer.externalId}
      >
        <p>
          Its limits, permissions and metadata are deleted. The verifications that were counted stay. This cannot be
          undone. <Reached input={{ identity: customer.id }} touches={keysOfCustomer} />
        </p>
        <Field hint={choice.effect} label="Its keys">
          {(control) => <Select {...control} onChange={choose} options={allowed} value={choice.value} />}
        </Field>
      </ConfirmDialog>
    </Card>
  )
}
