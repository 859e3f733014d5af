import { Fault } from "../../contract/errors.ts"
import type { IdPrefix } from "../../contract/id-prefixes.ts"
import { isIdShaped } from "../../core/id-shape.ts"
import { storedHash } from "../../core/imported-hash.ts"
import type { Api, KeyDetails, Workspace } from "../../core/model.ts"
import type { Reads, Store, Transaction } from "../../storage/port/store.ts"
import { derivedId } from "../derived-id.ts"
import { explainIssues } from "../explain-issues.ts"
import { createImportCounts } from "../import-counts.ts"
import { joinedGroups } from "../joined-groups.ts"
import { lastUses } from "../last-uses.ts"
import { readAhead } from "../read-ahead.ts"
import type { BatchResult, ImportSummary, Refusal } from "../report.ts"
import { differingFields } from "./compare-key.ts"
import { type Candidate, type ForeignKey, foreignKey } from "./foreign-key.ts"
import { storeKeys, type WantedKey } from "./store-keys.ts"

interface ForeignImport {
  readonly api: Api
  readonly workspace: Workspace
  readonly candidates: AsyncIterable<readonly Candidate[]>
  /** How many groups of candidates one transaction stores. */
  readonly groupsPerCommit: number
  readonly isDryRun: boolean
  now(): number
  mintId(prefix: IdPrefix): string
  note(candidates: number): void
  refuse(refusal: Refusal): void
}

/** Imports keys from another system into an API. Equal keys that already exist stay unchanged. */
export async function importForeign(store: Store, wanted: ForeignImport): Promise<ImportSummary> {
  const counts = createImportCounts(wanted.refuse)
  const planned = new Set<string>()
  const importAll = async (step: (group: ParsedGroup) => Promise<BatchResult>) => {
    for await (const group of readAhead(parsedGroups(wanted))) {
      counts.add("key", await step(group))
      wanted.note(group.length)
    }
  }
  if (wanted.isDryRun) {
    await store.snapshot((reads) =>
      importAll(async (group) => {
        const { keys, ...result } = await select(group, { ...wanted, reads, planned })
        for (const { key } of keys) planned.add(storedHash(key.hash))
        return result
      }),
    )
    return counts.result()
  }
  await importAll((group) => commit(store, group, wanted))
  await store.waitUntilPropagated("all")
  return counts.result()
}

async function commit(store: Store, group: ParsedGroup, wanted: ForeignImport): Promise<BatchResult> {
  const { api, workspace, mintId } = wanted
  const now = wanted.now()
  const actor = { type: "system", id: "import" } as const
  const scope = { workspaceId: workspace.id, actor, requestId: null, now }
  const result = await explainingFaults(
    store.transaction(scope, async (tx: Transaction) => {
      const context = { ...wanted, reads: tx, planned: new Set<string>() }
      const { keys, ...selected } = await select(group, context)
      await storeKeys({ tx, workspace, api, mintId, now }, keys)
      return selected
    }),
  )
  // Last-used times only move forward, so a repeated import may write them again after a crash.
  if (result.lastUses.size > 0) {
    await store.usage.add(lastUses("keys", result.lastUses))
  }
  return result
}

/** A reached quota ends the import but keeps the groups already imported. */
async function explainingFaults<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new Error(`${error.detail} Keys imported so far are kept. Run the same command again to continue.`, {
      cause: error,
    })
  }
}

interface SelectionContext extends Pick<ForeignImport, "workspace"> {
  readonly reads: Reads
  /** Hashes that a dry run has accepted so far. */
  readonly planned: ReadonlySet<string>
}

/** Decides for each candidate whether to store it. */
async function select(
  { read, refused: refusedBefore }: ParsedGroup,
  context: SelectionContext,
): Promise<BatchResult & { keys: readonly WantedKey[] }> {
  const { reads, workspace, planned } = context
  const refused = [...refusedBefore]
  const ids = read.map(({ id }) => id)
  const takenIds = await reads.reserved.ids(ids)
  const found = await reads.keys.listByIds(workspace.id, [...takenIds])
  const existing = new Map(found.map((key) => [key.id, key]))
  const hashes = read.map(({ hash }) => hash)
  const takenHashes = await reads.reserved.keyHashes(workspace.id, hashes)
  const roles = await knownRoles(reads, workspace.id, read)
  const keys: WantedKey[] = []
  const lastUses = new Map<string, number>()
  const used = new Set<string>()
  let unchanged = 0
  for (const { id, hash, key, candidate } of read) {
    const found = existing.get(id)
    const missing = key.roles.find((name) => !roles.has(name))
    const reason =
      found !== undefined
        ? explainDifferences(found, key)
        : ((takenIds.has(id) ? "it was imported before and has been deleted" : undefined) ??
          (takenHashes.has(hash)
            ? "another key of the workspace, possibly a deleted one, already has its hash"
            : undefined) ??
          (used.has(hash) || planned.has(hash) ? "an earlier line has its hash" : undefined) ??
          (missing === undefined ? undefined : `the workspace has no role ${JSON.stringify(missing)}`))
    if (reason !== undefined) {
      refused.push({ line: candidate.line, noun: "key", id: candidate.id, reason })
      continue
    }
    if (key.lastUsedAt !== undefined) lastUses.set(id, key.lastUsedAt)
    if (found !== undefined) {
      unchanged += 1
      continue
    }
    used.add(hash)
    keys.push({ id, key })
  }
  return { imported: keys.length, unchanged, refused, lastUses, previousUses: noUses, keys }
}

/** Other systems have no rotation on one id. */
const noUses: ReadonlyMap<string, number> = new Map()

function explainDifferences(found: KeyDetails, key: ForeignKey): string | undefined {
  const names = differingFields(found, key)
  if (names.length === 0) return undefined
  return `it already exists as ${found.id}, with different values of ${names.map((name) => `\`${name}\``).join(", ")}`
}

interface ParsedKey {
  readonly id: string
  readonly hash: string
  readonly key: ForeignKey
  readonly candidate: Candidate
}

interface ParsedGroup {
  readonly length: number
  readonly read: readonly ParsedKey[]
  readonly refused: readonly Refusal[]
}

async function* parsedGroups({ candidates, groupsPerCommit, api }: ForeignImport): AsyncGenerator<ParsedGroup> {
  for await (const group of joinedGroups(candidates, groupsPerCommit)) yield parse(group, api)
}

function parse(group: readonly Candidate[], api: Api): ParsedGroup {
  const read: ParsedKey[] = []
  const refused: Refusal[] = []
  for (const candidate of group) {
    const refuse = (reason: string) => refused.push({ line: candidate.line, noun: "key", id: candidate.id, reason })
    if ("reason" in candidate) {
      refuse(candidate.reason)
      continue
    }
    const parsed = foreignKey.safeParse(candidate.value)
    if (!parsed.success) {
      refuse(explainIssues(parsed.error, candidate.value))
      continue
    }
    const key = parsed.data
    const idShaped = key.permissions.find((slug) => isIdShaped("perm", slug))
    if (idShaped !== undefined) {
      refuse(`${idShaped} is a permission id; use permission slugs`)
      continue
    }
    const hash = storedHash(key.hash)
    // A key of unknown age sorts before the keys that the API issued.
    const timeMs = key.createdAt ?? api.createdAt
    const id = derivedId("key", { timeMs, seed: `${api.id}\n${key.algorithm ?? "sha256"}\n${hash}` })
    read.push({ id, hash, key, candidate })
  }
  return { length: group.length, read, refused }
}

async function knownRoles(
  reads: Reads,
  workspaceId: string,
  read: readonly { readonly key: ForeignKey }[],
): Promise<ReadonlySet<string>> {
  const names = [...new Set(read.flatMap(({ key }) => key.roles))]
  if (names.length === 0) return new Set()
  const roles = await reads.roles.listNamed(workspaceId, names)
  return new Set(roles.flatMap(({ id, name }) => [id, name]))
}
