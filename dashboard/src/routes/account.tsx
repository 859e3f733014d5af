import { usePageTitle } from "../page-title.ts"
import { Load } from "../parts/load.tsx"
import { useRead } from "../queries.ts"
import { useSession } from "../session.ts"
import { Badge } from "../ui/badge.tsx"
import { Card } from "../ui/card.tsx"
import { Facts } from "../ui/facts.tsx"
import { visibleText } from "../ui/format.ts"
import { Columns, Page, Stack } from "../ui/page.tsx"
import { Empty } from "../ui/states.tsx"
import { Ago } from "../ui/time.tsx"
import { NameForm } from "./account/name-form.tsx"
import { Passkeys } from "./account/passkeys.tsx"
import { PasswordForm } from "./account/password-form.tsx"
import { Sessions } from "./account/sessions.tsx"
import { SingleSignOn } from "./account/single-sign-on.tsx"

/** The person who has signed in. */
export default function AccountPage() {
  usePageTitle("Your account")
  return <Page title="Your account">{useSession()?.user ? <Account /> : <NoAccount />}</Page>
}

function NoAccount() {
  return (
    <Empty title="A key has no account">You have signed in with a key. Sign in as a person to see an account.</Empty>
  )
}

function Account() {
  const query = useRead(["account"], (client) => client.account.getAccount({}))
  return (
    <Load query={query}>
      {(account) => (
        <Columns>
          <Stack>
            <Card title="You">
              <NameForm key={account.name} name={account.name} />
            </Card>
            <Card title="Password">
              <PasswordForm email={account.email} hasPassword={account.hasPassword} />
            </Card>
            <Passkeys />
            <SingleSignOn accounts={account.oidcAccounts} />
            <Sessions />
          </Stack>
          <Stack>
            <Card title="Account">
              <Facts
                facts={[
                  { name: "E-mail address", value: visibleText(account.email) },
                  { name: "Signed in", value: <Ago time={account.signedInAt} /> },
                  { name: "Created", value: <Ago time={account.createdAt} /> },
                  account.operator && {
                    name: "Operator",
                    value: <Badge tone="info">manages the installation</Badge>,
                  },
                ]}
              />
            </Card>
            <Card title="Workspaces">
              {account.memberships.length === 0 ? (
                <p>You are not a member of any workspace.</p>
              ) : (
                <Facts
                  facts={account.memberships.map(({ workspaceId, name, role }) => ({
                    name: role,
                    value: <a href={`/w/${workspaceId}`}>{visibleText(name)}</a>,
                  }))}
                />
              )}
            </Card>
          </Stack>
        </Columns>
      )}
    </Load>
  )
}
