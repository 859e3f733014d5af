import { expect, test } from "bun:test"
import { isShown } from "./shown.ts"

const printed = `keyId  key_1CeGXWUoiGrkJ5v2n3YvQb
key    acme_live_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ
at     2026-11-15T05:26:08.123Z
hash   8lnbAQ3A31cz4WxgZMX26Vom17Y8HlI6eA8umjOGGs8=
took   12 ms at localhost:41234
`

test("what differs from run to run counts as equal", () => {
  const shown = `keyId key_1BzmjTFLHWXwiSK4y3H5iW
key acme_live_7M5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ
at 2025-01-01T00:00:00.000Z
hash 1kaZn22eyGZMs+JIhhHUOMy67Rgi2iOakEXxIYvCM2U=
took 3 ms at localhost:8080`
  expect(isShown(shown, "text", printed)).toBe(true)
})

test("a prefix, a word and a missing line do not", () => {
  expect(isShown(printed.replace("acme_live", "acme_test"), "text", printed)).toBe(false)
  expect(isShown(printed.replace("key_", "api_"), "text", printed)).toBe(false)
  expect(isShown(printed.replace("took", "needs"), "text", printed)).toBe(false)
  expect(isShown(printed.split("\n").slice(1).join("\n"), "text", printed)).toBe(false)
})

test("an ellipsis stands for anything", () => {
  expect(isShown("keyId  …\n…\ntook   …", "text", printed)).toBe(true)
  expect(isShown("keyId  …\nlasted …", "text", printed)).toBe(false)
})

test("JSON may leave members out, but not differ in what it shows", () => {
  const answer = `{"meta":{"requestId":"req_1CeGXWUoiGrkJ5v2n3YvQb"},"data":[{"valid":true,"reset":1767225660000,"code":"VALID"}]}\n`
  expect(isShown('{ "data": [{ "valid": true, "reset": 1700000000000 }] }', "json", answer)).toBe(true)
  expect(isShown('{ "meta": { "requestId": "req_1BzmjTFLHWXwiSK4y3H5iW" } }', "json", answer)).toBe(true)
  expect(isShown('{ "data": [{ "valid": false }] }', "json", answer)).toBe(false)
  expect(isShown('{ "data": [] }', "json", answer)).toBe(false)
  expect(isShown('{ "data": [{ "credits": 1 }] }', "json", answer)).toBe(false)
  expect(isShown('{ "data": [{ "valid": true }] }', "json", `Some words.\n${answer}`)).toBe(true)
  expect(isShown('{ "data": ', "json", answer)).toBe(false)
})
