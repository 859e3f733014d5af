import { expect, test } from "bun:test"
import { newTally } from "../../conformance/new-tally.ts"
import { knownOwners } from "./known-owners.ts"

const tallyOf = (keyId: string, identityId: string | null) => newTally({ keyId, identityId })

test("a key of an identity is stored once, and again when it belongs to another", () => {
  const owners = knownOwners()
  const both = [tallyOf("key_1", "id_1"), tallyOf("key_1", "id_2"), tallyOf("key_1", "id_2"), tallyOf("key_2", null)]
  const found = owners.unknownIn(both)
  expect(found.map(({ identityId, keyId }) => [identityId, keyId])).toEqual([
    ["id_1", "key_1"],
    ["id_2", "key_1"],
  ])
  owners.remember(found)
  expect(owners.unknownIn([tallyOf("key_1", "id_2")])).toEqual([])
  expect(owners.unknownIn([tallyOf("key_1", "id_1")])).toHaveLength(1)
})

test("what does not fit is forgotten, and stored again", () => {
  const owners = knownOwners(2)
  for (const keyId of ["key_1", "key_2", "key_3"]) owners.remember(owners.unknownIn([tallyOf(keyId, "id_1")]))
  expect(owners.unknownIn([tallyOf("key_3", "id_1")])).toEqual([])
  expect(owners.unknownIn([tallyOf("key_1", "id_1")])).toHaveLength(1)
})
