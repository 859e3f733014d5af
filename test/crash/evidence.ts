import {
  type ChainedEvent,
  type ChainPosition,
  chainStart,
  endOfChain,
  followChain,
} from "../../src/core/event-chain.ts"
import { sha256 } from "../../src/secrets/hash.ts"
import { until } from "../harness/until.ts"
import { queryDatabase } from "../storage/database.ts"
import { hold } from "./actor.ts"

/** Checks the database directly, without the service. */
export interface Evidence {
  check(): Promise<void>
}

/** Remembers its position in each chain of events, so that a check reads only the new events. */
export function createEvidence(storage: string): Evidence {
  const query = (statement: string) => queryDatabase({ storage }, statement)
  const chains = new Map<string, ChainPosition>()
  let sequence = 0

  const followEvents = async () => {
    const rows = await query(`select * from events where sequence > ${sequence} order by sequence`)
    for (const row of rows) {
      const event = eventOf(row)
      const step = followChain(sha256, chains.get(event.workspaceId) ?? chainStart, event)
      if (step.type !== "intact") throw new Error(`The chain of events is broken: ${event.id} is ${step.type}.`)
      chains.set(event.workspaceId, step.position)
      sequence = Number(row.sequence)
    }
  }

  const wrongEndings = async () => {
    const recorded = await query("select * from event_chains")
    return recorded.flatMap(({ workspace_id, length, hash }) => {
      const followed = chains.get(String(workspace_id)) ?? chainStart
      const ending = endOfChain(followed, { length: Number(length), hash: String(hash) })
      return ending === "intact" ? [] : [{ workspace_id, ending }]
    })
  }

  /** What a lost connection left to PostgreSQL may commit between the two reads. The next look finds both ends of it. */
  const followToTheEnd = async () => {
    let wrong: unknown
    const isWhole = async () => {
      await followEvents()
      const endings = await wrongEndings()
      wrong = endings
      return endings.length === 0
    }
    await until(
      isWhole,
      () => `A chain of events does not end where it is recorded to: ${JSON.stringify(wrong)}`,
      60_000,
    )
  }

  return {
    async check() {
      if (!storage.startsWith("postgres")) {
        const [integrity] = await query("pragma integrity_check")
        hold(integrity?.integrity_check === "ok", "the database needs no repair", integrity)
        hold((await query("pragma foreign_key_check")).length === 0, "every reference in the database is met", storage)
      }
      for (const [promise, counterexamples] of statements) {
        const found = await query(counterexamples)
        hold(found.length === 0, promise, found)
      }
      await followToTheEnd()
    },
  }
}

const eventsOf = (type: string, id: string) =>
  `(select count(*) from event_resources r join events e on e.sequence = r.sequence
    where r.resource_id = ${id} and e.type = '${type}')`

/** Every row has its event, and every event has its row. */
const statements = [
  ...[
    ["keys", "key"],
    ["identities", "identity"],
    ["permissions", "permission"],
  ].flatMap(([table, kind]) => [
    [
      `every row of ${table} has one event of its creation`,
      `select id from ${table} where ${eventsOf(`${kind}.created`, `${table}.id`)} <> 1`,
    ],
    [
      `every event of a creation has its row in ${table}`,
      `select id from events where type = '${kind}.created' and not exists
         (select 1 from event_resources r join ${table} t on t.id = r.resource_id where r.sequence = events.sequence)`,
    ],
  ]),
  [
    "every balance notes as reserved what its open reservations hold",
    `select id from balances where reserved <> (select coalesce(sum(cost), 0) from reservations
       where balance_id = balances.id and returns_at is not null and balance_version = balances.credits_version)`,
  ],
  [
    "every identity notes as reserved the credits that its open reservations hold",
    `select identity_id from identity_balances where reserved <> (select coalesce(sum(credits_part), 0) from reservations
       where customer_id = identity_balances.identity_id and reservations.returns_at is not null
         and reservations.credits_version = identity_balances.credits_version)`,
  ],
  [
    "every deleted key has one event of it, and no other key has",
    `select id from keys where ${eventsOf("key.deleted", "keys.id")} <> case when deleted_at is null then 0 else 1 end`,
  ],
] as const

function eventOf(row: Readonly<Record<string, unknown>>): ChainedEvent {
  const text = (column: string) => String(row[column])
  return {
    id: text("id"),
    type: text("type"),
    time: Number(row.time),
    actor: { type: text("actor_type"), id: text("actor_id") },
    workspaceId: text("workspace_id"),
    resources: JSON.parse(text("resources")),
    requestId: row.request_id === null ? null : text("request_id"),
    changes: JSON.parse(text("changes")),
    previousHash: text("previous_hash"),
    hash: text("hash"),
    chainVersion: Number(row.chain_version),
  } as ChainedEvent
}
