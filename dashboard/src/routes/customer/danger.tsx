import type { Identity } from "@keyward/client"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { DangerAction } from "../../parts/danger-action.tsx"
import { useChange } from "../../queries.ts"
import { useCan, useWorkspace } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { Field, Select } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"

const choices = [
  {
    value: "keep",
    label: "Keep them working",
    effect: "Its keys keep working without the customer and its limits.",
  },
  { value: "disable", label: "Disable them", effect: "Its keys are disabled. You can enable them again." },
  { value: "delete", label: "Delete them", effect: "Its keys are deleted. Every later verification is NOT_FOUND." },
] as const

type Choice = (typeof choices)[number]["value"]

const needs: Readonly<Record<Choice, string | undefined>> = {
  keep: undefined,
  disable: "api.*.update_key",
  delete: "api.*.delete_key",
}

export function CustomerDanger({ customer }: { readonly customer: Identity }) {
  const [isAsking, setAsking] = useState(false)
  const [choice, choose] = useState<Choice>("keep")
  const can = useCan()
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const remove = useChange((client) => client.identities.deleteIdentity({ identity: customer.id, keys: choice }), {
    done: (_data, _input, effect) => ({
      title: `Deleted ${visibleText(customer.externalId)}. ${effectOf(choice)}`,
      description: effect,
    }),
    isLeaving: true,
    onDone: () => navigate({ to: "/w/$workspaceId/customers", params: { workspaceId }, search: {} }),
  })
  const allowed = choices.filter(({ value }) => {
    const permission = needs[value]
    return permission === undefined || can(permission)
  })
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
        You choose what happens to its keys. Its limits and metadata are gone. This cannot be undone.
      </DangerAction>
      <ConfirmDialog
        action="Delete customer"
        isBusy={remove.isBusy}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.run(undefined)}
        title={`Delete ${visibleText(customer.externalId)}?`}
        typed={customer.externalId}
      >
        <p>Its limits and metadata are deleted. The verifications that were counted stay. This cannot be undone.</p>
        <Field hint={effectOf(choice)} label="Its keys">
          {(control) => <Select {...control} onChange={choose} options={allowed} value={choice} />}
        </Field>
      </ConfirmDialog>
    </Card>
  )
}

function effectOf(choice: Choice): string {
  return choices.find(({ value }) => value === choice)?.effect ?? ""
}
