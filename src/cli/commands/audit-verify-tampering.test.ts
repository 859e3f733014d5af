import { describe, expect, test } from "bun:test"
import { literal, type Recorded, serveChains } from "../../../test/storage/audit-chains.ts"

describe("audit verify", () => {
  const { forged, overwrite, recordedWorkspace, remove, run, setEnd, verify } = serveChains("sqlite")

  const misplaced = "it does not follow the event before it. An event was removed, inserted, replaced or moved."

  test.each<[string, (chain: Recorded) => Promise<unknown>, (chain: Recorded) => string]>([
    [
      "an altered event",
      ({ at }) => overwrite(at(3), { changes: '{"before":null,"after":{"name":"Forged"}}' }),
      ({ place }) => `at ${place(3)}: its content was changed.`,
    ],
    [
      "an event whose author was altered",
      ({ at }) => overwrite(at(4), { actor_id: "rk_somebody_else" }),
      ({ place }) => `at ${place(4)}: its content was changed.`,
    ],
    [
      "an event whose number was altered",
      ({ at }) => overwrite(at(4), { chain_number: 4 }),
      ({ place }) => `at ${place(4)}: its content was changed.`,
    ],
    [
      "an event that is no JSON any more",
      ({ at }) => overwrite(at(2), { changes: "{", resources: "" }),
      ({ place }) => `at ${place(2)}: its content was changed.`,
    ],
    [
      "an event with a number that no event can hold",
      ({ at }) => overwrite(at(2), { changes: '{"before":null,"after":{"name":1e400}}' }),
      ({ place }) => `at ${place(2)}: its content was changed.`,
    ],
    [
      "an event passed off as one of an earlier form",
      ({ at }) => overwrite(at(3), { chain_version: 1 }),
      ({ place }) => `at ${place(3)}: its content was changed.`,
    ],
    [
      "an event passed off as one of a form that there is not",
      ({ at }) => overwrite(at(3), { ...forged({ ...at(3), chain_version: 3 }, 5, String(at(3).previous_hash)) }),
      ({ place }) => `at ${place(3)}: its content was changed.`,
    ],
    [
      "an event replaced together with its hash",
      ({ at }) => overwrite(at(3), forged(at(3), 5, String(at(3).previous_hash))),
      ({ place }) => `at ${place(4)}: ${misplaced}`,
    ],
    ["an event removed at the beginning", ({ at }) => remove(at(0)), ({ place }) => `at ${place(1)}: ${misplaced}`],
    ["an event removed in the middle", ({ at }) => remove(at(3)), ({ place }) => `at ${place(4)}: ${misplaced}`],
    [
      "events that changed places",
      async ({ at }) => {
        await overwrite(at(3), { id: "evt_for_a_moment" })
        await overwrite(at(4), at(3))
        await overwrite(at(3), at(4))
      },
      ({ at }) => `at event ${at(4).id} (sequence ${at(3).sequence}): ${misplaced}`,
    ],
    ["a removed end", ({ at }) => remove(at(6)), () => "at its end: 1 of 7 events missing."],
    [
      "a removed end whose record was shortened",
      async (chain) => {
        await remove(chain.at(6))
        await setEnd(chain, "length = 6")
      },
      () => "at its end: the last event is not the one that was recorded.",
    ],
    [
      "an event added at the end",
      async ({ at }) => {
        const { sequence, ...row } = forged({ ...at(6), id: "evt_forged", chain_number: 8 }, 5, String(at(6).hash))
        await run(`insert into events (${Object.keys(row)}) values (${Object.values(row).map(literal)})`)
        await run(
          `insert into event_resources (resource_id, sequence) select resource_id, (select sequence from events where id = 'evt_forged') from event_resources where sequence = ${sequence}`,
        )
      },
      () => "at its end: only 7 events were recorded.",
    ],
    [
      "a changed record of the end",
      (chain) => setEnd(chain, "hash = 'AAAA'"),
      () => "at its end: the last event is not the one that was recorded.",
    ],
    [
      "a lengthened record of the end",
      (chain) => setEnd(chain, "length = 9"),
      () => "at its end: 2 of 9 events missing.",
    ],
    [
      "a workspace without events",
      async (chain) => {
        for (const index of [0, 1, 2, 3, 4, 5, 6]) await remove(chain.at(index))
        await setEnd(chain, "length = 0, hash = ''")
      },
      () => "at its beginning: the workspace has no events.",
    ],
    [
      "a chain that begins with something else",
      async ({ at }) => {
        await remove(at(0))
        await overwrite(at(1), {
          ...forged(at(1), 5, ""),
          chain_number: 1,
          type: "api.created",
          actor_type: "root_key",
        })
      },
      ({ place }) => `at ${place(1)}: the first event must be workspace.created`,
    ],
    [
      "an event that is not found by its object any more",
      ({ at }) => run(`delete from event_resources where sequence = ${at(3).sequence}`),
      ({ place }) => `at ${place(3)}: the table event_resources does not list its objects.`,
    ],
    [
      "an event that is found by another object too",
      ({ at }) => run(`insert into event_resources (resource_id, sequence) values ('key_x', ${at(3).sequence})`),
      ({ place }) => `at ${place(3)}: the table event_resources does not list its objects.`,
    ],
    [
      "a removed record of the end",
      ({ workspaceId }) => run(`delete from event_chains where workspace_id = '${workspaceId}'`),
      () => "at its end: the record of the end was removed.",
    ],
  ])("notices %s", async (_, tamper, message) => {
    const chain = await recordedWorkspace()
    await tamper(chain)
    const { code, stdout, stderr } = await verify("--workspace", chain.workspaceId)
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" })
    const [first, last] = stdout.trim().split("\n")
    expect(first).toStartWith(`${chain.workspaceId}  BROKEN ${message(chain)}`)
    expect(last).toMatch(/^Checked 1 workspace with \d+ intact events?: 1 BROKEN\.$/)
  })
})
