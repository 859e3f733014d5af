import type { Result } from "@keyward/client"
import { useState } from "react"
import type { Client } from "../../client.ts"
import { errorWithin, generalError } from "../../error-messages.ts"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Form } from "../../ui/form.tsx"
import { visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"
import { PermissionPicker } from "./permission-picker.tsx"

interface AddPermissionsProps {
  readonly add: (client: Client, slugs: readonly string[]) => Promise<Result<unknown>>
  /** Who gets them. */
  readonly hint: string
}

/** A form that adds permissions to a key or a customer. Only people who may create permissions can type new ones. */
export function AddPermissions({ add, hint }: AddPermissionsProps) {
  const [slugs, setSlugs] = useState<readonly string[]>([])
  const allowsNew = useCan()("rbac.*.create_permission")
  const change = useChange(add, {
    done: (_, added) => ({ title: `Added ${visibleText(added.join(", "))}.` }),
    onDone: () => setSlugs([]),
    showsError: true,
  })
  const general = generalError(change.error, ["permissions"])
  return (
    <Form onSubmit={() => change.run(slugs)}>
      <PermissionPicker
        allowsNew={allowsNew}
        error={errorWithin(change.error, "permissions")}
        hint={allowsNew ? `${hint} A slug that does not exist yet is created.` : hint}
        label="Add permissions"
        onChange={setSlugs}
        value={slugs}
      />
      {general && <Banner tone="bad">{general}</Banner>}
      <div>
        <Button disabled={slugs.length === 0} isBusy={change.isBusy} type="submit">
          Add
        </Button>
      </div>
    </Form>
  )
}
