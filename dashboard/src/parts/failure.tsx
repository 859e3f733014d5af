import { keywardError } from "../client.ts"
import { messageOf } from "../error-messages.ts"
import { useTarget } from "../session.ts"
import { Button } from "../ui/button.tsx"
import { Copyable } from "../ui/copy.tsx"
import { Empty } from "../ui/states.tsx"

interface FailureProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** Says why something cannot be shown, and what helps. */
export function Failure({ error, onRetry }: FailureProps) {
  const known = keywardError(error)
  const isOperation = useTarget() === "operator"
  const retry = onRetry && <Button onClick={onRetry}>Try again</Button>
  const requestId = known?.requestId && <Copyable value={known.requestId} what="request id" />
  if (known?.code === "authorization/insufficient_permissions") {
    return (
      <Empty actions={requestId} title="You may not see this">
        {known.detail}{" "}
        {isOperation ? "An operator can make you one." : "An owner of the workspace can change your role."}
      </Empty>
    )
  }
  if (known?.status === 404) {
    return (
      <Empty actions={requestId} title="Not found">
        {known.detail} It was deleted, or it belongs to another workspace.
      </Empty>
    )
  }
  return (
    <Empty
      actions={
        <>
          {retry}
          {requestId}
        </>
      }
      title={known?.code === "client/unreachable" ? "The server cannot be reached" : "This could not be loaded"}
    >
      {known?.code === "client/unreachable" ? "Check your connection, and try again." : messageOf(error)}
    </Empty>
  )
}
