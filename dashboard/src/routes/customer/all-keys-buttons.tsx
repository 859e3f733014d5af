import type { Identity } from "@keyward/client"
import { useChange, useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { counted } from "../../ui/format.ts"
import { setAllKeys } from "./all-keys.ts"

/** One switch for all keys of the customer. */
export function AllKeysButtons({ customer }: { readonly customer: Identity }) {
  const mayChange = useCan()("api.*.update_key")
  const hasEnabled = useHasKeys(customer.id, true, mayChange)
  const hasDisabled = useHasKeys(customer.id, false, mayChange)
  const undo = useChange(
    (client, { keyIds, isEnabled }: { readonly keyIds: readonly string[]; readonly isEnabled: boolean }) =>
      client.keys.updateKeys({ keyIds: [...keyIds], enabled: isEnabled }),
    {
      done: ({ updated }, { isEnabled }, effect) => ({
        title: `Undone. ${sentenceOf(updated, isEnabled)}`,
        description: effect,
      }),
    },
  )
  const change = useChange((client, isEnabled: boolean) => setAllKeys(client, customer.id, isEnabled), {
    done: ({ updated, keyIds }, isEnabled, effect) => ({
      title: sentenceOf(updated, isEnabled),
      description: effect,
      ...(keyIds !== undefined &&
        keyIds.length > 0 && {
          action: { label: "Undo", onSelect: () => undo.run({ keyIds, isEnabled: !isEnabled }) },
        }),
    }),
  })
  if (!mayChange) return null
  return (
    <>
      {hasEnabled && (
        <Button icon="pause" isBusy={change.isBusy} onClick={() => change.run(false)}>
          Disable all keys
        </Button>
      )}
      {hasDisabled && (
        <Button icon="play" isBusy={change.isBusy} onClick={() => change.run(true)}>
          Enable all keys
        </Button>
      )}
    </>
  )
}

function useHasKeys(identityId: string, enabled: boolean, isEnabled: boolean): boolean {
  const { data } = useRead(
    ["customer-has-keys", identityId, enabled],
    (client) => client.keys.listKeys({ identityId, enabled, limit: 1 }),
    { isEnabled, everyMs: 15_000 },
  )
  return data !== undefined && data.length > 0
}

function sentenceOf(count: number, isEnabled: boolean): string {
  const keys = counted(count, "key")
  return isEnabled
    ? `Enabled ${keys}. Verifications are judged as usual again.`
    : `Disabled ${keys}. Every verification is refused from now on.`
}
