import fc from "fast-check"
import { choose, isNotDeleted, type Target, target } from "../choose.ts"
import { learn, memberOf } from "../learn.ts"
import { hasRoomInPlans, isWithinQuotas, noRoomInPlan, refuseByQuota } from "../quota.ts"
import { itemAt } from "../show.ts"
import { at, expectEvent, type Key, type Migration, type Model } from "../state.ts"
import { type Intent, managing } from "../step.ts"
import { pick } from "../values.ts"
import { type Attributes, addKey, attributes, newIdentities, wantedIn } from "./new-key.ts"

type Algorithm = Migration["algorithm"]

export function createMigration(algorithm: Algorithm): Intent {
  return {
    plan: (model) =>
      managing(model, "keys.createMigration", { algorithm }, (model, seen) => {
        const migration: Migration = { id: "", algorithm, createdAt: model.now }
        learn(model, migration, "mig", memberOf(seen, "migrationId"))
        model.migrations.push(migration)
        expectEvent(model, "migration.created", migration)
        return { data: { migrationId: migration.id } }
      }),
  }
}

/** The origin of the secret of an imported key: a new secret, or the secret of a key of the model. */
interface Import {
  readonly secret: "fresh" | { readonly ofKey: number }
  readonly algorithm: Algorithm | undefined
  readonly attributes: Attributes
}

interface Origin {
  readonly api: Target
  /** A migration, or none. */
  readonly migration: number | undefined
}

/** The hashed text for an import: the whole key or, for a prefixed key, its long token. */
interface Source {
  readonly algorithm: Algorithm
  readonly secret: string
}

export function migrateKeys({ api: target, migration: number }: Origin, imports: readonly Import[]): Intent {
  return {
    // The secret of a permanently deleted key may be imported again.
    concerns: "credits",
    plan(model) {
      const place = choose(model.apis, target, isNotDeleted)
      if (place === undefined) return undefined
      const migrationPlace = number === undefined ? -1 : number % model.migrations.length
      const migration = model.migrations[migrationPlace]
      const planned = imports.map((one, index) => {
        const source = sourceOf(model, one, { index, migration })
        return { source, hash: hashOf(source, index), wanted: wantedIn(model, one.attributes) }
      })
      const body = {
        apiId: at(model.apis, place).id,
        ...(migration && { migrationId: migration.id }),
        keys: planned.map(({ source, hash, wanted }) => ({ hash, algorithm: source.algorithm, ...wanted.members })),
      }
      return managing(model, "keys.migrateKeys", body, (model, seen) => {
        const api = at(model.apis, place)
        if (api.isDeleted) return "404 data/api_not_found"
        const fresh = planned.filter(({ source: { secret } }, place) => {
          const isRepeated = planned.slice(0, place).some(({ source }) => source.secret === secret)
          return !isRepeated && !isTaken(model, secret)
        })
        const failed = planned.filter((one) => !fresh.includes(one)).map(({ hash }) => hash)
        const identities = newIdentities(
          model,
          fresh.map(({ wanted }) => wanted.attributes),
        )
        const keys = fresh.map(({ wanted }) => wanted)
        const gained = keys.map(({ attributes, expires }) => ({ externalId: attributes.externalId, expires }))
        // Before the transaction, so before the quotas of the workspace.
        if (!hasRoomInPlans(model, gained)) return noRoomInPlan
        if (!isWithinQuotas(model, { keys, identities })) return refuseByQuota(model)
        const migrated: { hash: string; keyId: string }[] = []
        for (const { source, hash, wanted } of fresh) {
          const made = importedFrom(source, model.migrations[migrationPlace])
          const key = addKey(model, api, { wanted, made })
          learn(model, key, "key", memberOf(itemAt(memberOf(seen, "migrated"), migrated.length), "keyId"))
          migrated.push({ hash, keyId: key.id })
        }
        model.imports += 1
        return { data: { migrated, failed } }
      })
    },
  }
}

interface Placed {
  readonly index: number
  readonly migration: Migration | undefined
}

function sourceOf(model: Model, { secret, algorithm }: Import, { index, migration }: Placed): Source {
  if (secret === "fresh") {
    return { algorithm: algorithm ?? migration?.algorithm ?? "sha256", secret: unusedSecret(model, index) }
  }
  const erased = model.keys.filter(({ isErased }) => isErased)
  const candidates = erased.length > 0 ? erased : model.keys
  const { text, longToken } = candidates[secret.ofKey % candidates.length] ?? {}
  if (text !== undefined) return { algorithm: "sha256", secret: text }
  return { algorithm: "prefixed_api_key", secret: longToken ?? "none" }
}

/** The secret of the next import. It contains the workspace, because a bearer that two workspaces have imported is not found. */
export function unusedSecret({ workspace, imports }: Model, index: number): string {
  return `${workspace.id.slice(3)}n${imports}n${index}`
}

/** In both forms that may be submitted. */
function hashOf({ secret }: Source, index: number): string {
  return Bun.SHA256.hash(secret, index % 2 === 0 ? "hex" : "base64")
}

/** docs/contract.md#1310-keysmigratekeys: keys that were deleted without `permanent` included. */
function isTaken({ keys }: Model, secret: string): boolean {
  return keys.some(({ text, longToken, isErased }) => !isErased && (text ?? longToken) === secret)
}

function importedFrom({ algorithm, secret }: Source, migration: Migration | undefined) {
  const isPrefixed = algorithm === "prefixed_api_key"
  return {
    text: isPrefixed ? undefined : secret,
    longToken: isPrefixed ? secret : undefined,
    migration,
    origin: "imported",
    prefix: undefined,
    start: "",
    ipAllowlist: [],
  } satisfies Partial<Key>
}

const algorithm = fc.constantFrom<Algorithm[]>("sha256", "prefixed_api_key")
const imported: fc.Arbitrary<Import> = fc.record({
  secret: fc.oneof(
    { weight: 3, arbitrary: fc.constant("fresh" as const) },
    { weight: 1, arbitrary: fc.record({ ofKey: pick }) },
  ),
  algorithm: fc.option(algorithm, { nil: undefined }),
  attributes,
})
const origin: fc.Arbitrary<Origin> = fc.record({ api: target, migration: fc.option(pick, { nil: undefined }) })
const imports = fc.array(imported, { minLength: 1, maxLength: 3 })

export const importIntents: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 1, arbitrary: algorithm.map(createMigration) },
  { weight: 3, arbitrary: fc.tuple(origin, imports).map(([from, keys]) => migrateKeys(from, keys)) },
)
