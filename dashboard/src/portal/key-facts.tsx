import type { PortalKey } from "@keyward/client"
import type { ReactNode } from "react"
import { visibleText } from "../ui/format.ts"
import { usePage } from "./page-context.tsx"
import css from "./portal.module.css"
import type { TextId } from "./texts.ts"
import { Ago } from "./time.tsx"

const mostPermissions = 4

/** What is known about a key. What it does not have is left out. */
export function KeyFacts({ value }: { readonly value: PortalKey }) {
  const { view, language } = usePage()
  const { say, day, moment } = language
  const { start, lastUsedAt, expires, createdAt, apiId, ipAllowlist } = value
  const permissions = titlesOf(value, view.permissions)
  const fact = (id: TextId, content: ReactNode) => (
    <div>
      <dt>{say(id)}</dt>
      <dd>{content}</dd>
    </div>
  )
  const more = permissions.length - mostPermissions
  return (
    <dl className={css.facts}>
      {fact("key.start", <code dir="ltr">{start}…</code>)}
      {fact("key.lastUsed", lastUsedAt === undefined ? say("key.neverUsed") : <Ago time={lastUsedAt} />)}
      {fact(
        "key.expires",
        expires === undefined ? (
          say("key.neverExpires")
        ) : (
          <time dateTime={new Date(expires).toISOString()} title={moment(expires)}>
            {day(expires)}
          </time>
        ),
      )}
      {fact(
        "key.created",
        <time dateTime={new Date(createdAt).toISOString()} title={moment(createdAt)}>
          {day(createdAt)}
        </time>,
      )}
      {view.apis.length > 1 && fact("key.api", visibleText(apiNameOf(apiId, view.apis)))}
      {permissions.length > 0 &&
        fact(
          "key.permissions",
          <span title={permissions.join(", ")}>
            {permissions.slice(0, mostPermissions).join(", ")}
            {more > 0 && ` ${say("key.morePermissions", { count: String(more) })}`}
          </span>,
        )}
      {ipAllowlist.length > 0 && fact("key.networks", <code dir="ltr">{ipAllowlist.join(", ")}</code>)}
    </dl>
  )
}

function titlesOf({ permissions }: PortalKey, offered: readonly { slug: string; title: string }[]): readonly string[] {
  return permissions.map((slug) => visibleText(offered.find((one) => one.slug === slug)?.title ?? slug))
}

function apiNameOf(apiId: string, apis: readonly { apiId: string; name: string }[]): string {
  return apis.find((one) => one.apiId === apiId)?.name ?? apiId
}
