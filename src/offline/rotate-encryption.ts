import type { Config } from "../config.ts"
import { chunksOf } from "../core/chunks.ts"
import { createVault, type Vault } from "../secrets/vault.ts"
import {
  countKeys,
  countOtherResponses,
  type KeptResponses,
  type Replacement,
  replaceCiphertexts,
  type ScannedKey,
  scanKeys,
} from "../storage/sql/ciphertexts.ts"
import type { Engine } from "../storage/sql/engine.ts"
import { grouped } from "../storage/sql/rows.ts"
import type { StartProgress } from "../storage/sqlite/backup.ts"
import { withStore } from "./open-store.ts"

export interface Rotation {
  /** Id of the newest encryption key. */
  readonly encryptionKeyId: string
  /** Keys that were encrypted again. */
  readonly rotated: number
  /** Keys that are still under an older encryption key. */
  readonly remaining: number
  /** Ids of those among them that no encryption key opens. */
  readonly unreadable: readonly string[]
  readonly keptResponses: KeptResponses
}

interface RotationRequest {
  /** Changes nothing. */
  readonly isChecking: boolean
  readonly startProgress: StartProgress
  now(): number
}

/**
 * Encrypts the plaintexts of recoverable keys with the newest encryption key, beside a running service. Every slice is
 * a transaction of its own and what is done is skipped, so that it may be interrupted and run again.
 */
export async function rotateEncryption(config: Config, request: RotationRequest): Promise<Rotation> {
  const { encryptionKeys } = config
  const [installationSecret] = encryptionKeys
  if (installationSecret === undefined) {
    throw new Error("There is no encryption key. Set KEYWARD_ENCRYPTION_KEYS to the keys of the service, newest first.")
  }
  const vault = createVault({ encryptionKeys, installationSecret })
  return withStore(config, "beside", ({ engine }) => rotate(engine, vault, request))
}

async function rotate(engine: Engine, vault: Vault, request: RotationRequest): Promise<Rotation> {
  const { id = "", head = "" } = vault.newest ?? {}
  const note = request.startProgress(await countKeys(engine), "keys checked")
  let rotated = 0
  if (!request.isChecking) {
    for await (const slice of slicesOf(engine, head)) {
      rotated += await rotateSlice(engine, vault, slice)
      note(slice.length)
    }
  }
  // A node that does not know the newest key yet may have used an older one meanwhile.
  let remaining = 0
  const unreadable: string[] = []
  for await (const slice of slicesOf(engine, head)) {
    const others = slice.filter(({ ciphertext }) => ciphertext !== null)
    remaining += others.length
    unreadable.push(...others.filter((key) => plaintextOf(vault, key) === undefined).map((key) => key.id))
    if (request.isChecking) note(slice.length)
  }
  const keptResponses = await countOtherResponses(engine, { exceptHead: head, now: request.now() })
  return { encryptionKeyId: id, rotated, remaining, unreadable, keptResponses }
}

const scannedAtOnce = 2_000
/** Few enough that writers of the workspace, on SQLite of all, hardly notice. */
const replacedAtOnce = 200

async function* slicesOf(engine: Engine, exceptHead: string): AsyncGenerator<readonly ScannedKey[]> {
  let after = ""
  for (;;) {
    const slice = await scanKeys(engine, { after, limit: scannedAtOnce, exceptHead })
    const last = slice.at(-1)
    if (last === undefined) return
    after = last.id
    yield slice
  }
}

async function rotateSlice(engine: Engine, vault: Vault, slice: readonly ScannedKey[]): Promise<number> {
  const replacements = grouped(
    slice,
    ({ workspaceId }) => workspaceId,
    (key) => replacementOf(vault, key),
  )
  let rotated = 0
  for (const [workspaceId, group] of replacements) {
    const possible = group.filter((one) => one !== undefined)
    for (const some of chunksOf(possible, replacedAtOnce))
      rotated += await replaceCiphertexts(engine, workspaceId, some)
  }
  return rotated
}

function replacementOf(vault: Vault, key: ScannedKey): Replacement | undefined {
  const { id, ciphertext } = key
  const plaintext = plaintextOf(vault, key)
  if (ciphertext === null || plaintext === undefined) return undefined
  return { id, expected: ciphertext, replacement: vault.sealKey(plaintext, id) }
}

/** undefined where there is none, or where no encryption key opens it. */
function plaintextOf(vault: Vault, { id, ciphertext }: ScannedKey): string | undefined {
  try {
    return ciphertext === null ? undefined : vault.openKey(ciphertext, id)
  } catch {
    return undefined
  }
}
