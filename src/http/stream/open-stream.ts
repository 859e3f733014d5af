import type { Stream } from "../../operations/operation.ts"
import type { PreparedContext } from "../request/prepare.ts"
import type { StreamedParts } from "../request/response.ts"
import type { Service } from "../service.ts"

/** A proxy must pass on every byte at once, and as it is. */
const headers = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
} as const

/** A reader that takes nothing more is disconnected this long after the end of its stream. */
const lastBytesSeconds = 4

/** Steps 7 to 10 for a stream: the response begins, and its body continues after the request has been counted. */
export async function openStream(
  { streams }: Pick<Service, "streams">,
  context: PreparedContext,
  operation: Stream,
): Promise<StreamedParts> {
  const { request, caller, clientAddresses } = context
  const followed = await operation.run({ ...context, input: resumed(context) })
  if (context.method === "HEAD") return { status: 200, headers, body: "" }
  const onEnd = () => clientAddresses.timeout?.(request, lastBytesSeconds)
  const body = streams.open({ caller, operation, followed, onEnd })
  clientAddresses.timeout?.(request, 0)
  return { status: 200, headers, body }
}

/** A reader that has lost its connection repeats its request, and names the last event that it got. */
function resumed({ request, input }: PreparedContext): unknown {
  const lastEventId = request.headers.get("last-event-id")
  return lastEventId ? { ...Object(input), after: lastEventId } : input
}
