import type { EventsVerifyChainOutput } from "@keyward/client"
import { useEffect, useState } from "react"
import { ask } from "../../client.ts"
import { messageOf } from "../../error-messages.ts"
import { useClient, useWorkspace } from "../../session.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Mono } from "../../ui/copy.tsx"
import { counted } from "../../ui/format.ts"

interface Check {
  readonly last: EventsVerifyChainOutput | undefined
  readonly isRunning: boolean
  readonly error: unknown
}

const start: Check = { last: undefined, isRunning: true, error: undefined }

/** Checks all recorded events, a part at a time, and says whether one was changed, moved or removed. */
function useChainCheck() {
  const client = useClient()
  const [turn, setTurn] = useState(0)
  const [check, setCheck] = useState(start)
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each turn checks again.
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const run = async () => {
      setCheck(start)
      for (let cursor: string | undefined; ; ) {
        const input = cursor === undefined ? {} : { cursor }
        const last = await ask(() => client.events.verifyChain(input, { signal }))
        if (signal.aborted) return
        cursor = last.cursor
        setCheck({ last, isRunning: cursor !== undefined, error: undefined })
        if (cursor === undefined) return
      }
    }
    run().catch((error: unknown) => {
      if (!signal.aborted) setCheck({ last: undefined, isRunning: false, error })
    })
    return () => stop.abort()
  }, [client, turn])
  return { ...check, again: () => setTurn(turn + 1) }
}

export function ChainStatus() {
  const { enabled } = useWorkspace()
  return enabled ? <Checked /> : <span>The chain can be verified when the workspace is enabled again.</span>
}

/** So that the button beside it stays where it is when the result is there. */
const statusWidth = "min(270px, 100%)"

function Checked() {
  const { last, isRunning, error, again } = useChainCheck()
  if (error !== undefined) return <span>The chain was not verified: {messageOf(error)}</span>
  return (
    <>
      <span role="status" style={{ minWidth: statusWidth }}>
        {last && !last.intact ? <Broken last={last} /> : <Intact isRunning={isRunning} last={last} />}
      </span>
      <Button disabled={isRunning} onClick={again} size="small" variant="quiet">
        Verify again
      </Button>
    </>
  )
}

function Intact({
  last,
  isRunning,
}: {
  readonly last: EventsVerifyChainOutput | undefined
  readonly isRunning: boolean
}) {
  const count = last && counted(last.verified, "event")
  if (isRunning) return <>Verifying the chain … {count}</>
  return (
    <span title={last?.head}>
      <Badge tone="good">Intact</Badge> {count}, head <Mono>{last?.head.slice(0, 8)}…</Mono>
    </span>
  )
}

function Broken({ last }: { readonly last: EventsVerifyChainOutput }) {
  return (
    <>
      <Badge tone="bad">Broken</Badge> after {counted(last.verified, "event")}
      {last.brokenEventId ? `: ${last.brokenEventId} was changed or moved.` : ": later events were removed."}
    </>
  )
}
