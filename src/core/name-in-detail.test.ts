import { expect, test } from "bun:test"
import { mintKeyMaterial } from "./key-material.ts"
import { nameInDetail } from "./name-in-detail.ts"

test("names what was sent, but never a key", () => {
  expect(nameInDetail("editor")).toBe("`editor`")
  expect(nameInDetail("role_1CAiZx1YPnJZtcPxTdBGPS")).toBe("`role_1CAiZx1YPnJZtcPxTdBGPS`")
  for (const prefix of ["kw_root", "acme_live", undefined]) {
    const { plaintext } = mintKeyMaterial({ prefix, bytes: new Uint8Array(24).fill(7) })
    expect(nameInDetail(plaintext)).toBe("with the text of a key")
  }
})
