import { keywardError } from "../../client.ts"
import { Card } from "../../ui/card.tsx"
import { Page } from "../../ui/page.tsx"
import { Ago } from "../../ui/time.tsx"
import { Failure } from "../failure.tsx"
import { nounOf } from "../objects.ts"
import { EventList } from "./event-list.tsx"
import { EventSentence } from "./event-sentence.tsx"
import { useLatestEvent } from "./latest-event.ts"

interface MissingObjectProps {
  readonly type: "key" | "identity"
  readonly id: string
  readonly error: unknown
  readonly onRetry: () => void
}

/** A page whose object cannot be shown. If it was deleted, says who did it and when, with all that happened to it. */
export function MissingObject({ type, id, error, onRetry }: MissingObjectProps) {
  const deletion = useLatestEvent({ resourceId: id, type: `${type}.deleted` }, keywardError(error)?.status === 404)
  if (deletion === undefined) return <Failure error={error} onRetry={onRetry} />
  return (
    <Page
      about={
        <span>
          <EventSentence event={deletion} /> <Ago time={deletion.time} />
        </span>
      }
      title={`This ${nounOf(type)} was deleted`}
    >
      <Card isFlush>
        <EventList filter={{ resourceId: id }} />
      </Card>
    </Page>
  )
}
