import { expect, test } from "bun:test"
import type { Api } from "../../../core/model.ts"
import { boolean, json, named, nullable, table, text, time } from "./columns.ts"
import { conversionFor } from "./conversion.ts"
import { tables } from "./tables.ts"

const notes = table(
  { key: ["id"] },
  {
    id: text(),
    is_read: boolean,
    was_sent: nullable(boolean),
    word_list: json<readonly string[]>(),
    extra_facts: nullable(json<{ readonly size: number }>()),
    note_text: named("text", text()),
    created_at: time,
    deleted_at: nullable(time),
  },
)

test.each([
  [
    { id: "1", is_read: 1, was_sent: 0, word_list: '["a"]', extra_facts: '{"size":1}', note_text: "b", created_at: 5 },
    { id: "1", isRead: true, wasSent: false, wordList: ["a"], extraFacts: { size: 1 }, text: "b", createdAt: 5 },
  ],
  [
    { id: "2", is_read: 0, was_sent: null, word_list: "[]", extra_facts: null, note_text: "", created_at: 6 },
    { id: "2", isRead: false, wasSent: null, wordList: [], extraFacts: null, text: "", createdAt: 6 },
  ],
])("a row becomes an object, and the object becomes the same row: %p", (row, object) => {
  const { toRow, toObject } = conversionFor(notes, "deleted_at")
  expect(toObject(row)).toEqual(object)
  expect(toRow(object)).toEqual(row)
})

test("columns of other tables in a result are left out", () => {
  const row = { id: "role_1", name: "Admin", description: null }
  expect(conversionFor(tables.roles, "workspace_id").toObject({ ...row, ...{ key_id: "key_1" } })).toEqual(row)
})

test("a column that the object does not have does not compile", () => {
  const { toRow, toObject } = conversionFor(tables.apis)
  // @ts-expect-error An API has no field for the column deleted_at.
  const convert = (api: Api) => toRow(api)
  // The opposite: a field without a column.
  const { toObject: withoutName } = conversionFor(tables.apis, "name", "deleted_at")
  // @ts-expect-error No column has the name of the API.
  const convertBack: (row: Parameters<typeof withoutName>[0]) => Api = withoutName
  expect([convert, convertBack, toObject].every((one) => typeof one === "function")).toBe(true)
})
