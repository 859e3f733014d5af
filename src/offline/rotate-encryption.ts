import type { Config } from "../config.ts"
import { chunksOf } from "../core/chunks.ts"
import { createVault, type Vault } from "../secrets/vault.ts"
import type { Engine } from "../storage/sql/engine.ts"
import {
  countKeys,
  countOtherResponses,
  type KeptResponses,
  type Replacement,
  replaceCiphertexts,
  type ScannedKey,
  scanKeys,
  scanPreviousSecrets,
  scanWebhooks,
} from "../storage/sql/queries/ciphertexts.ts"
import { installationOf } from "../storage/sql/queries/installation.ts"
import { groupByOwner } from "../storage/sql/schema/rows.ts"
import type { StartProgress } from "../storage/sqlite/backup.ts"
import { withStore } from "./open-store.ts"

export interface Rotation {
  /** Id of the newest encryption key. */
  readonly encryptionKeyId: string
  /** Keys and webhooks that this run encrypted again. */
  readonly rotated: number
  /** Keys and webhooks that still use an older encryption key. */
  readonly remaining: number
  /** Ids of the remaining ones that no configured encryption key decrypts. */
  readonly unreadable: readonly string[]
  readonly keptResponses: KeptResponses
}

interface RotationRequest {
  /** Only counts. */
  readonly checksOnly: boolean
  readonly startProgress: StartProgress
  now(): number
}

/** Encrypts recoverable keys and webhooks again while servers run. Each slice is one transaction, so an interrupted run can be repeated. */
export async function rotateEncryption(config: Config, request: RotationRequest): Promise<Rotation> {
  const { encryptionKeys } = config
  if (encryptionKeys.length === 0) {
    throw new Error(
      "No encryption key is set. Set KEYWARD_ENCRYPTION_KEYS to the encryption keys of the server, newest first.",
    )
  }
  return withStore(config, "concurrent-write", async ({ engine }) => {
    // Webhooks from before the first encryption key use the secret of the installation.
    const secretText = await installationOf(engine).find("secret")
    const installationSecret = Buffer.from(secretText ?? "", "base64")
    return rotate(engine, createVault({ encryptionKeys, installationSecret }), request)
  })
}

async function rotate(engine: Engine, vault: Vault, request: RotationRequest): Promise<Rotation> {
  const { id = "", head = "" } = vault.newest ?? {}
  const note = request.startProgress(await countKeys(engine), "keys checked")
  let rotated = 0
  if (!request.checksOnly) {
    for await (const slice of scanAll(engine, head)) {
      rotated += await rotateSlice(engine, vault, slice)
      note(slice.length)
    }
  }
  // A node without the newest key may have encrypted with an older one during the run.
  let remaining = 0
  const unreadable: string[] = []
  for await (const slice of scanAll(engine, head)) {
    const others = slice.filter(({ ciphertext }) => ciphertext !== null)
    remaining += others.length
    unreadable.push(...others.filter((key) => tryToDecrypt(vault, key) === undefined).map((key) => key.id))
    if (request.checksOnly) note(slice.length)
  }
  const keptResponses = await countOtherResponses(engine, { exceptHead: head, now: request.now() })
  return { encryptionKeyId: id, rotated, remaining, unreadable, keptResponses }
}

const keysPerScan = 2_000
/** Small transactions keep the wait of other writers short, above all on SQLite. */
const keysPerTransaction = 200

async function* scanAll(engine: Engine, exceptHead: string): AsyncGenerator<readonly ScannedKey[]> {
  for (const scan of [scanKeys, scanPreviousSecrets, scanWebhooks]) yield* scanInSlices(engine, { scan, exceptHead })
}

interface Scan {
  readonly scan: typeof scanKeys
  readonly exceptHead: string
}

async function* scanInSlices(engine: Engine, { scan, exceptHead }: Scan): AsyncGenerator<readonly ScannedKey[]> {
  let after = ""
  for (;;) {
    const slice = await scan(engine, { after, limit: keysPerScan, exceptHead })
    const last = slice.at(-1)
    if (last === undefined) return
    after = last.id
    yield slice
  }
}

async function rotateSlice(engine: Engine, vault: Vault, slice: readonly ScannedKey[]): Promise<number> {
  const replacements = groupByOwner(
    slice,
    ({ workspaceId }) => workspaceId,
    (key) => replacementOf(vault, key),
  )
  let rotated = 0
  for (const [workspaceId, group] of replacements) {
    const possible = group.filter((one) => one !== undefined)
    for (const some of chunksOf(possible, keysPerTransaction))
      rotated += await replaceCiphertexts(engine, workspaceId, some)
  }
  return rotated
}

function replacementOf(vault: Vault, key: ScannedKey): Replacement | undefined {
  const { id, ciphertext } = key
  const plaintext = tryToDecrypt(vault, key)
  if (ciphertext === null || plaintext === undefined) return undefined
  const replacement = isWebhook(id) ? vault.sealWebhook(plaintext, id) : vault.sealKey(plaintext, id)
  return { id, expected: ciphertext, replacement }
}

/** Returns undefined if there is no ciphertext, or if no encryption key decrypts it. */
function tryToDecrypt(vault: Vault, { id, ciphertext }: ScannedKey): string | undefined {
  try {
    if (ciphertext === null) return undefined
    return isWebhook(id) ? vault.openWebhook(ciphertext, id) : vault.openKey(ciphertext, id)
  } catch {
    return undefined
  }
}

function isWebhook(id: string): boolean {
  return id.startsWith("whk_")
}
