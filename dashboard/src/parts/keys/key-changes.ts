import type { Key } from "@keyward/client"
import { useChange } from "../../queries.ts"

interface Enabling {
  readonly keys: readonly Key[]
  readonly enabled: boolean
}

/** Enables or disables keys at once, and offers to undo it for those that were different before. */
export function useEnableKeys(onDone?: () => void) {
  const undo = useChange((client, { keys, enabled }: Enabling) => client.keys.updateKeys(patchOf(keys, enabled)), {
    done: (_, { keys, enabled }, effect) => ({
      title: `Undone. ${sentenceOf(keys.length, enabled)}`,
      description: effect,
    }),
  })
  return useChange((client, { keys, enabled }: Enabling) => client.keys.updateKeys(patchOf(keys, enabled)), {
    done(_, { keys, enabled }, effect) {
      const changed = keys.filter((key) => key.enabled !== enabled)
      if (changed.length === 0) return { title: enabled ? "They were enabled already." : "They were disabled already." }
      return {
        title: sentenceOf(changed.length, enabled),
        description: effect,
        action: { label: "Undo", onSelect: () => undo.run({ keys: changed, enabled: !enabled }) },
      }
    },
    ...(onDone && { onDone }),
  })
}

function patchOf(keys: readonly Key[], enabled: boolean) {
  return { keyIds: keys.map(({ keyId }) => keyId), enabled }
}

function sentenceOf(count: number, enabled: boolean): string {
  const what = count === 1 ? "" : ` ${count} keys`
  return enabled
    ? `Enabled${what}. Verifications are judged as usual again.`
    : `Disabled${what}. Every verification is refused from now on.`
}

/** Deletes keys for good. */
export function useDeleteKeys(onDone: () => void, isLeaving: boolean) {
  return useChange(
    (client, { keys, permanent = false }: { readonly keys: readonly Key[]; readonly permanent?: boolean }) =>
      client.keys.deleteKeys({ keyIds: keys.map(({ keyId }) => keyId), ...(permanent && { permanent }) }),
    {
      done: ({ deleted }, _, effect) => ({
        title: `Deleted ${deleted === 1 ? "the key" : `${deleted} keys`}. Verifications return NOT_FOUND immediately.`,
        description: effect,
      }),
      onDone,
      isLeaving,
    },
  )
}
