import type { Session } from "@keyward/client"
import { Load } from "../../parts/load.tsx"
import { useChange, useRead } from "../../queries.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button, IconButton } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Mono } from "../../ui/copy.tsx"
import { visibleText } from "../../ui/format.ts"
import { type Column, Table } from "../../ui/table.tsx"
import { Ago } from "../../ui/time.tsx"
import css from "./account.module.css"

/** Where this person has signed in. */
export function Sessions() {
  const list = useRead(["sessions"], (client) => client.account.listSessions({}))
  const endOthers = useChange((client) => client.account.revokeOtherSessions({}), {
    done: ({ endedSessions }) => ({
      title: endedSessions === 1 ? "1 session has ended." : `${endedSessions} sessions have ended.`,
    }),
  })
  const others = list.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0
  return (
    <Card
      actions={
        <Button disabled={others === 0} isBusy={endOthers.isBusy} onClick={() => endOthers.run(undefined)} size="small">
          Sign out everywhere else
        </Button>
      }
      isFlush
      title="Sessions"
    >
      <Load query={list}>
        {(sessions) => (
          <Table columns={columns} isFlush label="Sessions" rowKey={({ sessionId }) => sessionId} rows={sessions} />
        )}
      </Load>
    </Card>
  )
}

const columns: readonly Column<Session>[] = [
  {
    key: "agent",
    title: "Browser",
    role: "main",
    cell: ({ userAgent, isCurrent }) => (
      <span className={css.agent} title={userAgent && visibleText(userAgent)}>
        {browserOf(userAgent)} {isCurrent && <Badge tone="good">This session</Badge>}
      </span>
    ),
  },
  { key: "address", title: "Address", cell: ({ address }) => <Mono>{visibleText(address)}</Mono> },
  { key: "method", title: "Signed in with", cell: ({ method }) => method },
  { key: "used", title: "Last used", align: "end", cell: ({ lastUsedAt }) => <Ago time={lastUsedAt} /> },
  { key: "end", title: "End", role: "menu", cell: (session) => <EndButton session={session} /> },
]

function EndButton({ session: { sessionId, isCurrent, userAgent } }: { readonly session: Session }) {
  const end = useChange((client, id: string) => client.account.revokeSession({ sessionId: id }), {
    done: () => ({ title: "The session has ended." }),
  })
  if (isCurrent) return null
  return (
    <IconButton
      disabled={end.isBusy}
      icon="signOut"
      label={`End the session in ${browserOf(userAgent)}`}
      onClick={() => end.run(sessionId)}
    />
  )
}

const browsers = ["Firefox", "Edg", "Chrome", "Safari"] as const
const systems = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["Linux", "Linux"],
] as const

/** "Firefox on Linux", as far as the browser says so. */
function browserOf(userAgent: string | undefined): string {
  if (userAgent === undefined) return "Unknown browser"
  const browser = browsers.find((name) => userAgent.includes(name))
  const [, system] = systems.find(([text]) => userAgent.includes(text)) ?? []
  if (browser === undefined) return visibleText(userAgent.slice(0, 60))
  return `${browser === "Edg" ? "Edge" : browser}${system ? ` on ${system}` : ""}`
}
