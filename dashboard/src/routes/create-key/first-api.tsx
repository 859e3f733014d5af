import { useState } from "react"
import { errorOf, generalError } from "../../error-messages.ts"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { Form } from "../../ui/form.tsx"
import { Banner, Empty } from "../../ui/states.tsx"

/** Where there is no API yet, one is made right here. */
export function FirstApi() {
  const [name, setName] = useState("")
  const creation = useChange((client, apiName: string) => client.apis.createApi({ name: apiName }), {
    done: (_, apiName) => ({ title: `Created ${apiName}.` }),
    showsError: true,
  })
  const general = generalError(creation.error, ["name"])
  if (!useCan()("api.*.create_api")) {
    return (
      <Card>
        <Empty title="No API yet">Every key belongs to an API. Ask a person who may create APIs.</Empty>
      </Card>
    )
  }
  return (
    <Card title="First, an API">
      <Form onSubmit={() => creation.run(name.trim())}>
        <p>Every key belongs to an API: what your customers call. Name yours, and go on.</p>
        <Field error={errorOf(creation.error, "name")} label="Name of the API">
          {(control) => <TextInput {...control} onChange={setName} placeholder="Payments API" value={name} />}
        </Field>
        {general && <Banner tone="bad">{general}</Banner>}
        <div>
          <Button disabled={name.trim() === ""} isBusy={creation.isBusy} type="submit" variant="primary">
            Create API
          </Button>
        </div>
      </Form>
    </Card>
  )
}
