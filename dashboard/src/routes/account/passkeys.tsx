import type { Passkey } from "@keyward/client"
import { type FormEvent, useState } from "react"
import { passkeyNameLength } from "../../../../src/contract/bounds.ts"
import { errorOf, generalError } from "../../error-messages.ts"
import { Load } from "../../parts/load.tsx"
import { addPasskey, deviceName, supportsPasskeys } from "../../passkeys.ts"
import { useChange, useRead } from "../../queries.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button, IconButton } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"
import { type Column, Table } from "../../ui/table.tsx"
import { Ago } from "../../ui/time.tsx"
import css from "./account.module.css"
import { RemoveWayIn } from "./remove-way-in.tsx"

/** Devices with which this person signs in without a password. */
export function Passkeys() {
  const query = useRead(["passkeys"], (client) => client.account.listPasskeys({}))
  const [removed, setRemoved] = useState<Passkey>()
  return (
    <Card isFlush title="Passkeys">
      <Load query={query}>
        {(passkeys) => (
          <>
            {passkeys.length > 0 && (
              <Table
                columns={columnsFor(setRemoved)}
                isFlush
                label="Passkeys"
                rowKey={({ passkeyId }) => passkeyId}
                rows={passkeys}
              />
            )}
            <div className={css.below}>
              <AddPasskey />
            </div>
          </>
        )}
      </Load>
      {removed && (
        <RemoveWayIn
          action="Remove passkey"
          done="The passkey is removed."
          onClose={() => setRemoved(undefined)}
          remove={(client, allowLast) => client.account.removePasskey({ passkeyId: removed.passkeyId, allowLast })}
          title={`Remove the passkey ${visibleText(removed.name)}?`}
        />
      )}
    </Card>
  )
}

function columnsFor(onRemove: (passkey: Passkey) => void): readonly Column<Passkey>[] {
  return [
    {
      key: "name",
      title: "Name",
      role: "main",
      cell: ({ name, isBackedUp }) => (
        <>
          {visibleText(name)} {isBackedUp && <Badge>On several devices</Badge>}
        </>
      ),
    },
    { key: "added", title: "Added", align: "end", cell: ({ createdAt }) => <Ago time={createdAt} /> },
    { key: "used", title: "Last used", align: "end", cell: ({ lastUsedAt }) => <Ago time={lastUsedAt} /> },
    {
      key: "remove",
      title: "Remove",
      role: "menu",
      cell: (passkey) => (
        <IconButton
          icon="trash"
          label={`Remove the passkey ${visibleText(passkey.name)}`}
          onClick={() => onRemove(passkey)}
        />
      ),
    },
  ]
}

function AddPasskey() {
  const [name, setName] = useState(deviceName)
  const add = useChange((client, text: string) => addPasskey(client, text), {
    showsError: true,
    done: () => ({ title: "The passkey is added. You can sign in with it." }),
  })
  if (!supportsPasskeys) return <p>This browser offers no passkeys here. They need https, or localhost.</p>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.run(name.trim())
  }
  const problem = generalError(add.error, ["name"])
  return (
    <form className={css.form} onSubmit={submit}>
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Field
        error={errorOf(add.error, "name")}
        hint="Sign in with your fingerprint, face or security key instead of a password."
        label="Name of the device"
      >
        {(control) => (
          <TextInput {...control} maxLength={passkeyNameLength.maximum} onChange={setName} required value={name} />
        )}
      </Field>
      <Button isBusy={add.isBusy} type="submit">
        Add passkey
      </Button>
    </form>
  )
}
