import type { Key, KeyRotation } from "@keyward/client"
import { useState } from "react"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { Mono } from "../../ui/copy.tsx"
import { visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"
import { Ago, useNow } from "../../ui/time.tsx"

/** Says that a key has two secrets, and whether the old one is still used. It ends either of them. */
export function RotationNotice({ apiKey }: { readonly apiKey: Key }) {
  const { keyId, apiId, rotation } = apiKey
  const [asked, ask] = useState<"finish" | "cancel">()
  const mayEnd = useCan()(`api.${apiId}.update_key`)
  const now = useNow()
  const close = () => ask(undefined)
  const finish = useChange((client) => client.keys.finishRotation({ keyId }), {
    done: (_data, _input, effect) => ({ title: "The old secret no longer works.", description: effect }),
    onDone: close,
  })
  const cancel = useChange((client) => client.keys.cancelRotation({ keyId }), {
    done: (_data, _input, effect) => ({ title: "The new secret no longer works.", description: effect }),
    onDone: close,
  })
  if (rotation === undefined || now >= rotation.previousExpires) return null
  const oldStart = <Mono>{`${visibleText(rotation.previousStart)}…`}</Mono>
  const newStart = <Mono>{`${visibleText(apiKey.start)}…`}</Mono>
  return (
    <>
      <Banner
        actions={
          mayEnd && (
            <>
              <Button onClick={() => ask("cancel")} size="small">
                Cancel rotation …
              </Button>
              <Button onClick={() => ask("finish")} size="small" variant="primary">
                Finish rotation …
              </Button>
            </>
          )
        }
        tone="info"
      >
        Two secrets work. The old one ({oldStart}) ends <Ago time={rotation.previousExpires} />.{" "}
        <StillUsed rotation={rotation} />
      </Banner>
      <ConfirmDialog
        action="End the old secret"
        isBusy={finish.isBusy}
        isOpen={asked === "finish"}
        onClose={close}
        onConfirm={() => finish.run()}
        title="Finish the rotation"
      >
        <p>
          The old secret {oldStart} is refused with EXPIRED immediately. The new one {newStart} goes on working. This
          cannot be undone.
        </p>
        <p>
          <StillUsed rotation={rotation} />
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        action="End the new secret"
        isBusy={cancel.isBusy}
        isOpen={asked === "cancel"}
        onClose={close}
        onConfirm={() => cancel.run()}
        title="Cancel the rotation"
      >
        <p>
          The new secret {newStart} is refused with EXPIRED immediately, and nobody can use it again. The old one{" "}
          {oldStart} works as before the rotation.
        </p>
      </ConfirmDialog>
    </>
  )
}

function StillUsed({ rotation: { startedAt, previousLastUsedAt } }: { readonly rotation: KeyRotation }) {
  if (previousLastUsedAt === undefined) {
    return (
      <>
        It was not used since the rotation began (<Ago time={startedAt} />
        ).
      </>
    )
  }
  return (
    <>
      It is still in use: last <Ago time={previousLastUsedAt} />.
    </>
  )
}
