import type { Passkey } from "@keyward/client"
import { type FormEvent, useState } from "react"
import { keywardError } from "../../client.ts"
import { Load } from "../../parts/load.tsx"
import { createPasskey, deviceName, supportsPasskeys } from "../../passkeys.ts"
import { errorOf, generalError, useChange, useRead } from "../../queries.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button, IconButton } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"
import { type Column, Table } from "../../ui/table.tsx"
import { Ago } from "../../ui/time.tsx"
import css from "./account.module.css"

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
      {removed && <RemovePasskey onClose={() => setRemoved(undefined)} passkey={removed} />}
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
  const add = useChange(
    async (client, text: string) => {
      const challenge = await client.account.getPasskeyChallenge({})
      if (challenge.error) return challenge
      return client.account.addPasskey({ name: text, passkey: await createPasskey(challenge.data) })
    },
    { showsError: true, done: () => ({ title: "The passkey is added. You can sign in with it." }) },
  )
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
        {(control) => <TextInput {...control} maxLength={64} onChange={setName} required value={name} />}
      </Field>
      <Button isBusy={add.isBusy} type="submit">
        Add passkey
      </Button>
    </form>
  )
}

interface RemovePasskeyProps {
  readonly passkey: Passkey
  readonly onClose: () => void
}

/** The last way to sign in is removed only after a second question. */
function RemovePasskey({ passkey: { passkeyId, name }, onClose }: RemovePasskeyProps) {
  const remove = useChange((client, allowLast: boolean) => client.account.removePasskey({ passkeyId, allowLast }), {
    showsError: true,
    done: () => ({ title: "The passkey is removed." }),
    onDone: onClose,
  })
  const isLast = keywardError(remove.error)?.code === "application/precondition_failed"
  return (
    <ConfirmDialog
      action={isLast ? "Remove it anyway" : "Remove passkey"}
      isBusy={remove.isBusy}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.run(isLast)}
      title={`Remove the passkey ${visibleText(name)}?`}
    >
      {isLast ? (
        <Banner tone="bad">
          This is your only way to sign in. Without it, only a reset link from an operator lets you in again.
        </Banner>
      ) : (
        <p>You can no longer sign in with it. You can add it again later.</p>
      )}
      {remove.error && !isLast && <Banner tone="bad">{generalError(remove.error, [])}</Banner>}
    </ConfirmDialog>
  )
}
