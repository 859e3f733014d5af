import { Fault } from "../../contract/errors.ts"
import { type IdPrefix, isIdShaped } from "../../core/ids.ts"
import { storedHash } from "../../core/imported-hash.ts"
import type { Api, KeyDetails, Workspace } from "../../core/model.ts"
import type { Reads, Store, Transaction } from "../../storage/port/store.ts"
import { derivedId } from "../derived-id.ts"
import { explainIssues } from "../explain-issues.ts"
import type { Outcome, Refusal, Tally } from "../report.ts"
import { createTally } from "../tally.ts"
import { type Candidate, type ForeignKey, foreignKey } from "./foreign-key.ts"
import { differencesTo } from "./same-key.ts"
import { storeKeys, type WantedKey } from "./store-keys.ts"

interface ForeignImport {
  readonly api: Api
  readonly workspace: Workspace
  /** In groups of which each is stored together. */
  readonly candidates: AsyncIterable<readonly Candidate[]>
  readonly isDryRun: boolean
  now(): number
  mintId(prefix: IdPrefix): string
  note(candidates: number): void
  refuse(refusal: Refusal): void
}

/** Imports keys of another system into an API. Those that are there already and equal are left alone. */
export async function importForeign(store: Store, wanted: ForeignImport): Promise<Tally> {
  const tally = createTally(wanted.refuse)
  const planned = new Set<string>()
  const importAll = async (step: (group: readonly Candidate[]) => Promise<Outcome>) => {
    for await (const group of wanted.candidates) {
      tally.add("key", await step(group))
      wanted.note(group.length)
    }
  }
  if (wanted.isDryRun) {
    await store.snapshot((reads) =>
      importAll(async (group) => {
        const { keys, ...outcome } = await select(group, { ...wanted, reads, planned })
        for (const { key } of keys) planned.add(storedHash(key.hash))
        return outcome
      }),
    )
    return tally.result()
  }
  await importAll((group) => commit(store, group, wanted))
  await store.waitUntilPropagated()
  return tally.result()
}

async function commit(store: Store, group: readonly Candidate[], wanted: ForeignImport): Promise<Outcome> {
  const { api, workspace, mintId } = wanted
  const now = wanted.now()
  const actor = { type: "system", id: "import" } as const
  const scope = { workspaceId: workspace.id, actor, requestId: null, now }
  const outcome = await explainingFaults(
    store.transaction(scope, async (tx: Transaction) => {
      const looking = { ...wanted, reads: tx, planned: new Set<string>() }
      const { keys, ...selected } = await select(group, looking)
      await storeKeys({ tx, workspace, api, mintId, now }, keys)
      return selected
    }),
  )
  // Uses move forward only, so that those of an import that was killed before this are stored by the next one.
  if (outcome.lastUses.size > 0) {
    await store.usage.add({ keys: outcome.lastUses, rootKeys: new Map(), verifications: [], months: [] })
  }
  return outcome
}

/** A quota that is reached ends the import; what came before it stays. */
async function explainingFaults<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new Error(`${error.detail} What was imported before this stays, and the same command goes on from there.`, {
      cause: error,
    })
  }
}

interface Looking extends Pick<ForeignImport, "api" | "workspace"> {
  readonly reads: Reads
  /** Hashes that a dry run would have stored by now. */
  readonly planned: ReadonlySet<string>
}

/** Which of them are to be stored. */
async function select(
  group: readonly Candidate[],
  looking: Looking,
): Promise<Outcome & { keys: readonly WantedKey[] }> {
  const { reads, workspace, api, planned } = looking
  const { read, refused } = parse(group, api)
  const ids = read.map(({ id }) => id)
  const existing = new Map((await reads.keys.listByIds(workspace.id, ids)).map((key) => [key.id, key]))
  const takenIds = await reads.taken.ids(ids)
  const hashes = read.map(({ hash }) => hash)
  const takenHashes = await reads.taken.keyHashes(workspace.id, hashes)
  const roles = await knownRoles(reads, workspace.id, read)
  const keys: WantedKey[] = []
  const lastUses = new Map<string, number>()
  const used = new Set<string>()
  let there = 0
  for (const { id, hash, key, candidate } of read) {
    const found = existing.get(id)
    const missing = key.roles.find((name) => !roles.has(name))
    const reason =
      found !== undefined
        ? differing(found, key)
        : ((takenIds.has(id) ? "it was imported before, and deleted since" : undefined) ??
          (takenHashes.has(hash)
            ? "another key of the workspace has its hash already, or had it before it was deleted"
            : undefined) ??
          (used.has(hash) || planned.has(hash) ? "an earlier line has its hash" : undefined) ??
          (missing === undefined ? undefined : `the workspace has no role ${JSON.stringify(missing)}`))
    if (reason !== undefined) {
      refused.push({ line: candidate.line, noun: "key", id: candidate.id, reason })
      continue
    }
    if (key.lastUsedAt !== undefined) lastUses.set(id, key.lastUsedAt)
    if (found !== undefined) {
      there += 1
      continue
    }
    used.add(hash)
    keys.push({ id, key })
  }
  return { imported: keys.length, there, refused, lastUses, keys }
}

function differing(found: KeyDetails, key: ForeignKey): string | undefined {
  const names = differencesTo(found, key)
  if (names.length === 0) return undefined
  return `it is there already as ${found.id}, with other values of ${names.map((name) => `\`${name}\``).join(", ")}`
}

function parse(group: readonly Candidate[], api: Api) {
  const read: { id: string; hash: string; key: ForeignKey; candidate: Candidate }[] = []
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
      refuse(`${idShaped} is the id of a permission: name permissions by their slugs`)
      continue
    }
    const hash = storedHash(key.hash)
    // Where its age is not known it stands before the keys that the API has issued itself.
    const timeMs = key.createdAt ?? api.createdAt
    const id = derivedId("key", { timeMs, seed: `${api.id}\n${key.algorithm ?? "sha256"}\n${hash}` })
    read.push({ id, hash, key, candidate })
  }
  return { read, refused }
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
