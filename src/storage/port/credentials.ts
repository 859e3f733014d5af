import type { Key, PreviousSecret, RootKey, Workspace } from "../../core/model.ts"

/** A key or root key found by its hash, with its workspace. */
export type Credential =
  | { readonly type: "root_key"; readonly rootKey: RootKey; readonly workspace: Workspace }
  | {
      readonly type: "api_key"
      readonly key: Key
      /** The secret that was presented, if it is a previous one; null for the current one. */
      readonly previous: PresentedSecret | null
      /** True without an identity. */
      readonly identityEnabled: boolean
      readonly workspace: Workspace
    }

/** A previous secret of a key. */
export type PresentedSecret = Pick<PreviousSecret, "hash" | "expires">

export interface Credentials {
  /** Finds a root key, or else a key by a secret that this installation created. A deleted root key still hides other keys. */
  find(hash: string): Promise<Credential | undefined>
  /** Finds a key by an imported secret if exactly one live workspace has it. Never cached, because other workspaces decide the result. */
  findImported(hashes: PlaintextHashes): Promise<Credential | undefined>
  /** Finds the root key of a session. Never cached. */
  findRootKey(id: string): Promise<Extract<Credential, { readonly type: "root_key" }> | undefined>
}

/** The two hashes that can identify a plaintext. */
export interface PlaintextHashes {
  readonly whole: string
  /** Absent if the text does not have the form of a prefixed key. */
  readonly longToken: string | undefined
}

export interface PrefixedHashes extends PlaintextHashes {
  readonly longToken: string
}
