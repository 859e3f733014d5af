import type { WorkspaceWithCounts } from "@keyward/client"
import { useQueryClient } from "@tanstack/react-query"
import type { FormEvent } from "react"
import { errorOf, generalError } from "../error-messages.ts"
import { usePageTitle } from "../page-title.ts"
import { Load } from "../parts/load.tsx"
import { MovedNotice } from "../parts/moved-notice.tsx"
import { WorkspaceQuotas } from "../parts/usage/workspace-quotas.tsx"
import { useChange, useRead } from "../queries.ts"
import { sessionQuery, useCan } from "../session.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { Copyable } from "../ui/copy.tsx"
import { Facts } from "../ui/facts.tsx"
import { Field, TextInput } from "../ui/field.tsx"
import { Columns, Page, Stack } from "../ui/page.tsx"
import { Banner } from "../ui/states.tsx"
import { Ago } from "../ui/time.tsx"
import { useDraft } from "../ui/use-draft.ts"
import { DisableWorkspace } from "./settings/disable-workspace.tsx"
import css from "./settings/settings.module.css"

/** The workspace itself: its name, its quotas, and the switch that stops everything. */
export default function SettingsPage() {
  usePageTitle("Settings")
  const can = useCan()
  const query = useRead(["workspace"], (client) => client.workspaces.getWorkspace({}), { everyMs: 30_000 })
  return (
    <Page title="Settings">
      <Load query={query}>
        {(workspace) => (
          <Columns>
            <Stack>
              <Card title="Workspace">
                <div className={css.stack}>
                  {can("workspace.*.update_workspace") && workspace.enabled && <NameForm workspace={workspace} />}
                  <Facts
                    facts={[
                      { name: "Id", value: <Copyable value={workspace.id} what="workspace id" /> },
                      { name: "Created", value: <Ago time={workspace.createdAt} /> },
                      { name: "Address", value: <Copyable value={location.origin} what="address of the server" /> },
                    ]}
                  />
                </div>
              </Card>
              {can("workspace.*.disable_workspace") && workspace.enabled && <DisableWorkspace workspace={workspace} />}
            </Stack>
            <Stack>
              <Card title="Quotas">
                <WorkspaceQuotas workspace={workspace} />
              </Card>
              <Card title="For your programs">
                <ul className={css.links}>
                  <li>
                    <a href="/reference">Reference of the API</a>
                  </li>
                  <li>
                    <a href="/openapi.json">OpenAPI document</a>
                  </li>
                </ul>
              </Card>
            </Stack>
          </Columns>
        )}
      </Load>
    </Page>
  )
}

function NameForm({ workspace }: { readonly workspace: WorkspaceWithCounts }) {
  const queries = useQueryClient()
  const { draft, set, isDirty, hasMoved, reset } = useDraft({ name: workspace.name })
  const name = draft.name.trim()
  const rename = useChange((client, text: string) => client.workspaces.updateWorkspace({ name: text }), {
    showsError: true,
    done: () => ({ title: "Saved." }),
    onDone: () => queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  })
  const problem = generalError(rename.error, ["name"])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.run(name)
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <MovedNotice hasMoved={hasMoved} onReset={reset} />
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Field error={errorOf(rename.error, "name")} label="Name">
        {(control) => <TextInput {...control} onChange={set("name")} required value={draft.name} />}
      </Field>
      <Button
        disabled={!isDirty || name === "" || name === workspace.name}
        isBusy={rename.isBusy}
        type="submit"
        variant="primary"
      >
        Save
      </Button>
    </form>
  )
}
