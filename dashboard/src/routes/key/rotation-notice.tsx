import type { Key, KeyRotation } from "@keyward/client"
import { useState } from "react"
import { hourMs } from "../../../../src/core/durations.ts"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { Mono } from "../../ui/copy.tsx"
import { visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"
import { Ago, Moment, useNow } from "../../ui/time.tsx"

interface RotatingProps {
  readonly apiKey: Key
  readonly rotation: KeyRotation
}

/** Says that a key has two secrets, and whether each is used. It ends either of them. */
export function RotationNotice({ apiKey }: { readonly apiKey: Key }) {
  const now = useNow()
  const { rotation } = apiKey
  if (rotation === undefined || now >= rotation.previousExpires) return null
  return <Rotating apiKey={apiKey} rotation={rotation} />
}

function Rotating({ apiKey, rotation }: RotatingProps) {
  const [question, ask] = useState<"finish" | "cancel">()
  const mayEnd = useCan()(`api.${apiKey.apiId}.update_key`)
  const isUsed = useIsOldUsed(rotation)
  const close = () => ask(undefined)
  return (
    <>
      <Banner
        actions={
          mayEnd && (
            <>
              <Button onClick={() => ask("cancel")} size="small">
                Cancel rotation …
              </Button>
              <Button onClick={() => ask("finish")} size="small" variant={isUsed ? "default" : "primary"}>
                Finish rotation …
              </Button>
            </>
          )
        }
        tone={isUsed ? "warn" : "info"}
      >
        <p>
          <strong>Two secrets work</strong> until <Moment time={rotation.previousExpires} />.
        </p>
        <p>
          Old <Start text={rotation.previousStart} />: <OldUse rotation={rotation} />
        </p>
        <p>
          New <Start text={apiKey.start} />: <NewUse apiKey={apiKey} rotation={rotation} />
        </p>
      </Banner>
      {question === "finish" && <FinishDialog apiKey={apiKey} onClose={close} rotation={rotation} />}
      {question === "cancel" && <CancelDialog apiKey={apiKey} onClose={close} rotation={rotation} />}
    </>
  )
}

interface EndDialogProps extends RotatingProps {
  readonly onClose: () => void
}

function FinishDialog({ apiKey: { keyId, start }, rotation, onClose }: EndDialogProps) {
  const isUsed = useIsOldUsed(rotation)
  const finish = useChange((client) => client.keys.finishRotation({ keyId }), {
    done: (_data, _input, effect) => ({ title: "The old secret no longer works.", description: effect }),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      action="End the old secret"
      dismiss="Keep both"
      isBusy={finish.isBusy}
      isOpen
      onClose={onClose}
      onConfirm={() => finish.run()}
      title="Finish the rotation"
    >
      <p>
        The old secret <Start text={rotation.previousStart} /> is refused with EXPIRED immediately. The new one{" "}
        <Start text={start} /> goes on working. This cannot be undone.
      </p>
      {isUsed ? (
        <Banner>
          The old secret is <OldUse rotation={rotation} /> Programs that use it are refused.
        </Banner>
      ) : (
        <p>
          The old secret was <OldUse rotation={rotation} />
        </p>
      )}
    </ConfirmDialog>
  )
}

function CancelDialog({ apiKey, rotation, onClose }: EndDialogProps) {
  const { keyId, start } = apiKey
  const cancel = useChange((client) => client.keys.cancelRotation({ keyId }), {
    done: (_data, _input, effect) => ({ title: "The new secret no longer works.", description: effect }),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      action="End the new secret"
      dismiss="Keep both"
      isBusy={cancel.isBusy}
      isOpen
      onClose={onClose}
      onConfirm={() => cancel.run()}
      title="Cancel the rotation"
    >
      <p>
        The new secret <Start text={start} /> is refused with EXPIRED immediately, and cannot be used again. The old one{" "}
        <Start text={rotation.previousStart} /> works as before the rotation.
      </p>
      {newUseOf(apiKey, rotation) !== undefined && (
        <Banner>
          The new secret is already in use: <NewUse apiKey={apiKey} rotation={rotation} />
        </Banner>
      )}
    </ConfirmDialog>
  )
}

function Start({ text }: { readonly text: string }) {
  return <Mono>{`${visibleText(text)}…`}</Mono>
}

/** Within an hour: some programs still have the old secret. */
function useIsOldUsed({ previousLastUsedAt }: KeyRotation): boolean {
  const now = useNow()
  return previousLastUsedAt !== undefined && now - previousLastUsedAt < hourMs
}

function OldUse({ rotation }: { readonly rotation: KeyRotation }) {
  const { startedAt, previousLastUsedAt } = rotation
  const isUsed = useIsOldUsed(rotation)
  if (previousLastUsedAt === undefined) {
    return (
      <>
        not used since the rotation began (<Ago time={startedAt} />
        ).
      </>
    )
  }
  return (
    <>
      {isUsed ? "still in use, last" : "last used"} <Ago time={previousLastUsedAt} />.
    </>
  )
}

/** When the new secret was last used, if that is known: the last use of the key is that of either secret. */
function newUseOf({ lastUsedAt }: Key, { startedAt, previousLastUsedAt = startedAt }: KeyRotation): number | undefined {
  return lastUsedAt !== undefined && lastUsedAt > previousLastUsedAt ? lastUsedAt : undefined
}

function NewUse({ apiKey, rotation }: RotatingProps) {
  const time = newUseOf(apiKey, rotation)
  if (time !== undefined) {
    return (
      <>
        last used <Ago time={time} />.
      </>
    )
  }
  return rotation.previousLastUsedAt === undefined ? "not used yet." : "not used after the old one."
}
