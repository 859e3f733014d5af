import { expect, test } from "bun:test"
import { createCookies } from "./cookies.ts"

const publicUrl = "https://keys.example.com"
const cookies = createCookies({ publicUrl, secret: Buffer.from("a secret") })
const sent = (cookie: string) => new Headers({ Cookie: cookie.slice(0, cookie.indexOf(";")) })

test("a browser proves the user that has signed in with it", () => {
  expect(cookies.readDevice(sent(cookies.device("usr_1")))).toBe("usr_1")
})

test.each([
  ["no cookie", new Headers()],
  ["an empty cookie", sent("__Host-keyward-device=;")],
  ["the proof of another user", sent(cookies.device("usr_1").replace("usr_1", "usr_2"))],
  ["a cut proof", new Headers({ Cookie: cookies.device("usr_1").slice(0, 40) })],
  [
    "the proof of another installation",
    sent(createCookies({ publicUrl, secret: Buffer.from("other") }).device("usr_1")),
  ],
])("%s proves nothing", (_which, headers) => {
  expect(cookies.readDevice(headers)).toBeUndefined()
})
