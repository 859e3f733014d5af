import type { Event } from "@keyward/client"
import { Link } from "@tanstack/react-router"
import { useEffect, useEffectEvent, useState } from "react"
import { objectName } from "../parts/events/event-words.ts"
import { noticeInWords } from "../parts/events/notice-words.ts"
import { ResourceLink } from "../parts/events/resource-link.tsx"
import { nounOf } from "../parts/objects.ts"
import { webhookName } from "../parts/webhooks/webhook-name.ts"
import { useRead } from "../queries.ts"
import { useCan, useWorkspace } from "../session.ts"
import { classNames } from "../ui/class-names.ts"
import { Ago } from "../ui/time.tsx"
import css from "./bell.module.css"

interface NoticeListProps {
  /** The newest first. */
  readonly notices: readonly Event[]
  /** Those after it are new. */
  readonly seenUntil: number
  readonly onSeen: (time: number) => void
  /** A link was followed. */
  readonly onOpen: () => void
}

/** The latest notices. What is shown is seen, and stays marked as new until the list is closed. */
export default function NoticeList({ notices, seenUntil, onSeen, onOpen }: NoticeListProps) {
  const [seenBefore] = useState(seenUntil)
  const newest = notices[0]?.time
  const see = useEffectEvent((time: number) => onSeen(time))
  useEffect(() => {
    if (newest !== undefined) see(newest)
  }, [newest])
  return (
    <div className={css.list}>
      <div className={css.head}>
        <h2 className={css.title}>Notices</h2>
      </div>
      {notices.length === 0 && (
        <p className={css.none}>
          Nothing so far. Keyward tells you here when keys or root keys expire, when credits or quotas run low, when
          refusals rise, and when a webhook fails.
        </p>
      )}
      <ol>
        {notices.map((notice) => (
          <li className={css.notice} key={notice.eventId}>
            <span className={classNames(css.mark, notice.time > seenBefore && css.new)} />
            <Sentence notice={notice} onOpen={onOpen} />
            <span className={css.time}>
              <Ago time={notice.time} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** "Key Production and 3 more expire soon." */
function Sentence({ notice, onOpen }: { readonly notice: Event; readonly onOpen: () => void }) {
  const [subject] = notice.resources
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the link clicks it.
    // biome-ignore lint/a11y/noStaticElementInteractions: The link inside is the control.
    <span
      onClick={({ target }) => {
        if (target instanceof Element && target.closest("a")) onOpen()
      }}
    >
      {subject && <Subject notice={notice} subject={subject} />} {noticeInWords(notice)}.
    </span>
  )
}

interface SubjectProps {
  readonly notice: Event
  readonly subject: Event["resources"][number]
}

function Subject({ notice, subject }: SubjectProps) {
  const { workspaceId } = useWorkspace()
  if (notice.type === "workspace.refusals_rising") {
    return (
      <Link params={{ workspaceId }} search={{ range: "24h" }} to="/w/$workspaceId/verifications">
        This workspace
      </Link>
    )
  }
  if (subject.type === "workspace") return <ResourceLink id={subject.id} name="This workspace" type="workspace" />
  if (subject.type === "webhook") return <NamedWebhook id={subject.id} />
  const noun = nounOf(subject.type)
  return (
    <>
      {noun.charAt(0).toUpperCase() + noun.slice(1)}{" "}
      <ResourceLink id={subject.id} name={objectName(notice) ?? subject.id} type={subject.type} />
    </>
  )
}

/** Events have no name of a webhook, because its URL may be a secret. */
function NamedWebhook({ id }: { readonly id: string }) {
  const { data: webhooks = [] } = useRead(["webhook-names"], (client) => client.webhooks.listWebhooks({ limit: 100 }), {
    isEnabled: useCan()("webhook.*.read_webhook"),
  })
  const webhook = webhooks.find(({ webhookId }) => webhookId === id)
  return (
    <>
      Webhook <ResourceLink id={id} name={webhook ? webhookName(webhook) : id} type="webhook" />
    </>
  )
}
