import { expect, test } from "bun:test"
import { decideSpends } from "./decide-spends.ts"
import type { Reservation } from "./reservation.ts"

const most = Number.MAX_SAFE_INTEGER

test("a commit takes the same from key and customer where overage without a bound can be counted no further", () => {
  const reservation: Reservation = {
    ...{
      id: "rsv_1",
      workspaceId: "ws_1",
      apiId: "api_1",
      keyId: "key_1",
      identityId: "id_1",
      cost: 1,
      expires: 1_000,
    },
    key: { balanceId: "bal_1", version: 0 },
    customer: {
      identityId: "id_1",
      parts: { quota: 0, credits: 0, overage: 1 },
      version: 0,
      count: { interval: "total", from: 0, version: 0 },
    },
    isOpen: true,
    answer: null,
  }
  const holds = { reserved: 1, returnsAt: 1_000, version: 0 }
  const count = { interval: "total", from: 0, used: 0, overageUsed: most - 5, previous: null } as const
  const { verdicts, changes } = decideSpends(
    [
      {
        type: "commit",
        reservationId: "rsv_1",
        balanceId: "bal_1",
        customer: { identityId: "id_1", quota: { limit: 0, interval: "total", overage: null, from: 0 } },
        amount: 21,
        now: 0,
      },
    ],
    {
      keys: new Map([["bal_1", { remaining: 100, refillAt: null, holds }]]),
      identities: new Map([["id_1", { remaining: null, count, holds: { ...holds, reserved: 0 } }]]),
      reservations: new Map([["rsv_1", reservation]]),
    },
  )
  expect(verdicts).toMatchObject([{ type: "committed", answer: { amount: 6, uncovered: 15 } }])
  expect(changes.keys.get("bal_1")).toMatchObject({ remaining: 95 })
  expect(changes.identities.get("id_1")).toMatchObject({ count: { overageUsed: most } })
})
