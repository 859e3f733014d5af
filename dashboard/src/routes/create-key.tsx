import type { Api, MintedKey } from "@keyward/client"
import { Link, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { generalError } from "../error-messages.ts"
import { usePageTitle } from "../page-title.ts"
import { useApis } from "../parts/api-names.ts"
import { metaIn } from "../parts/fields/meta-editor.tsx"
import { Load } from "../parts/load.tsx"
import { WhoMay } from "../parts/people/who-may.tsx"
import { useChange } from "../queries.ts"
import { useCan, useWorkspace } from "../session.ts"
import { Button, buttonClass } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { CodeTabs } from "../ui/code.tsx"
import { Form } from "../ui/form.tsx"
import { Columns, Page } from "../ui/page.tsx"
import { Banner, Empty } from "../ui/states.tsx"
import { Toolbar } from "../ui/toolbar.tsx"
import { useUnsaved } from "../ui/unsaved.ts"
import { Abilities } from "./create-key/abilities.tsx"
import { Created } from "./create-key/created.tsx"
import { FirstApi } from "./create-key/first-api.tsx"
import { newDraft, requestOf } from "./create-key/key-draft.ts"
import { KeyForm } from "./create-key/key-form.tsx"
import css from "./create-key/preview.module.css"
import { samplesOf } from "./create-key/samples.ts"

export default function CreateKeyPage() {
  usePageTitle("Create key")
  const apis = useApis()
  const can = useCan()
  return (
    <Page title="Create key">
      <Load query={apis}>
        {(known) => {
          if (known.length === 0) return <FirstApi />
          const open = known.filter(({ id }) => can(`api.${id}.create_key`))
          return open.length === 0 ? <NotAllowed /> : <CreateKey apis={open} />
        }}
      </Load>
    </Page>
  )
}

function NotAllowed() {
  return (
    <Card>
      <Empty title="You may not create keys">
        <WhoMay needs="api.*.create_key" />
      </Empty>
    </Card>
  )
}

/** The fields that show their own errors. */
const fields = [
  ...["apiId", "name", "externalId", "ratelimits", "credits", "roles", "permissions", "expires"],
  ...["ipAllowlist", "meta", "prefix", "byteLength"],
]

function CreateKey({ apis }: { readonly apis: readonly Api[] }) {
  const { api: apiId, customer = "" } = useSearch({ from: "/w/$workspaceId/keys/new" })
  const { workspaceId } = useWorkspace()
  const [draft, setDraft] = useState(() => newDraft(apiToStart(apis, apiId), customer))
  const [untouched] = useState(draft)
  const [minted, setMinted] = useState<MintedKey>()
  useUnsaved(minted === undefined && JSON.stringify(draft) !== JSON.stringify(untouched))
  const creation = useChange((client, request: ReturnType<typeof requestOf>) => client.keys.createKey(request), {
    onDone: setMinted,
    showsError: true,
  })
  const [isTried, setTried] = useState(false)
  const isReadable = metaIn(draft.meta).error === undefined
  const request = requestOf(draft)
  const api = apis.find(({ id }) => id === draft.apiId)
  const general = generalError(creation.error, fields)
  if (minted) {
    return (
      <Created
        apiId={draft.apiId}
        keyId={minted.keyId}
        name={request.name}
        onAnother={() => {
          setMinted(undefined)
          creation.reset()
        }}
        secret={minted.key}
      />
    )
  }
  return (
    <Columns>
      <Form
        onSubmit={() => {
          setTried(true)
          if (isReadable) creation.run(request)
        }}
      >
        <KeyForm apis={apis} draft={draft} error={creation.error} onChange={setDraft} />
        {general && <Banner tone="bad">{general}</Banner>}
        {isTried && !isReadable && <Banner tone="bad">The metadata is not JSON yet. Correct it above.</Banner>}
        <Toolbar>
          <Button isBusy={creation.isBusy} type="submit" variant="primary">
            Create key
          </Button>
          <Link className={buttonClass()} ignoreBlocker params={{ workspaceId }} to="/w/$workspaceId/keys">
            Cancel
          </Link>
        </Toolbar>
      </Form>
      <div className={css.preview}>
        <CodeTabs samples={samplesOf(request, location.origin)} />
        <Abilities api={api} request={request} />
      </div>
    </Columns>
  )
}

function apiToStart(apis: readonly Api[], apiId: string | undefined): string {
  return (apis.find(({ id }) => id === apiId) ?? apis[0])?.id ?? ""
}
