import { installationChain } from "../../../core/event-chain.ts"
import type { Store } from "../../../storage/port/store.ts"
import type { MintedToken } from "../../context.ts"
import { setupLinkMs } from "./setup-link.ts"

interface SetupContext {
  readonly store: Pick<Store, "transaction">
  readonly token: MintedToken
  readonly now: number
}

/** Replaces the setup link, of which the newest is valid. Returns undefined if the installation has a user. */
export function createSetupLink({ store, token, now }: SetupContext): Promise<string | undefined> {
  const actor = { type: "operator", id: "operator" } as const
  return store.transaction({ workspaceId: installationChain, actor, requestId: null, now }, async (tx) => {
    if (await tx.users.exist()) return undefined
    await tx.links.putSetup({ hash: token.hash, expires: now + setupLinkMs })
    return token.plaintext
  })
}
