import { Link, useBlocker } from "@tanstack/react-router"
import { useLayoutEffect, useRef, useState } from "react"
import { NewSecret } from "../../parts/keys/new-secret.tsx"
import { KeyLink } from "../../parts/links.tsx"
import { useWorkspace } from "../../session.ts"
import { Button, buttonClass } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { visibleText } from "../../ui/format.ts"
import { Stack } from "../../ui/page.tsx"
import { Toolbar } from "../../ui/toolbar.tsx"

interface CreatedProps {
  readonly keyId: string
  readonly secret: string
  readonly apiId: string
  readonly name: string | undefined
  readonly onAnother: () => void
}

/** The new key with its secret, which leaves with this page. */
export function Created({ keyId, secret, apiId, name, onAnother }: CreatedProps) {
  const [isStored, setStored] = useState(false)
  const { workspaceId } = useWorkspace()
  const start = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone. People without a mouse go on here instead of at the top of the page.
  useLayoutEffect(() => start.current?.focus(), [])
  const blocker = useBlocker({
    shouldBlockFn: () => !isStored,
    enableBeforeUnload: () => !isStored,
    withResolver: true,
  })
  return (
    <Card title={name === undefined ? "The key is created" : `${visibleText(name)} is created`}>
      <div ref={start} tabIndex={-1}>
        <Stack>
          <NewSecret apiId={apiId} isStored={isStored} onStored={setStored} secret={secret} />
          <Toolbar>
            <Link
              className={buttonClass(isStored ? "primary" : "default")}
              params={{ workspaceId, keyId }}
              to="/w/$workspaceId/keys/$keyId"
            >
              Open the key
            </Link>
            <Button disabled={!isStored} onClick={onAnother}>
              Create another
            </Button>
          </Toolbar>
        </Stack>
      </div>
      <ConfirmDialog
        action="Leave without it"
        isOpen={blocker.status === "blocked"}
        onClose={() => blocker.reset?.()}
        onConfirm={() => blocker.proceed?.()}
        title="Leave without storing the key?"
      >
        <p>
          The secret of <KeyLink id={keyId} name={name ?? keyId} /> cannot be shown again. You can rotate the key to get
          a new one.
        </p>
      </ConfirmDialog>
    </Card>
  )
}
