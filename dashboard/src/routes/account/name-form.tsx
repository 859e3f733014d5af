import { useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { errorOf, generalError } from "../../error-messages.ts"
import { useChange } from "../../queries.ts"
import { sessionQuery } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { Banner } from "../../ui/states.tsx"
import { useUnsaved } from "../../ui/unsaved.ts"
import css from "./account.module.css"

export function NameForm({ name: known }: { readonly name: string }) {
  const queries = useQueryClient()
  const [name, setName] = useState(known)
  useUnsaved(name !== known)
  const save = useChange((client, text: string) => client.account.updateAccount({ name: text }), {
    showsError: true,
    done: () => ({ title: "Saved. Others see the new name." }),
    onDone: () => queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.run(name.trim())
  }
  const problem = generalError(save.error, ["name"])
  return (
    <form className={css.form} onSubmit={submit}>
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Field error={errorOf(save.error, "name")} hint="Others see it in members and events." label="Name">
        {(control) => <TextInput {...control} autoComplete="name" onChange={setName} required value={name} />}
      </Field>
      <Button
        disabled={name.trim() === "" || name.trim() === known}
        isBusy={save.isBusy}
        type="submit"
        variant="primary"
      >
        Save
      </Button>
    </form>
  )
}
