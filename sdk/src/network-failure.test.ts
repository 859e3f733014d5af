import { describe, expect, test } from "bun:test"
import { isNeverSent, reasonOf } from "./network-failure.ts"

const withCode = (error: Error, code: string) => Object.assign(error, { code })

/** The errors that each runtime really throws. */
const refused = {
  Node: new TypeError("fetch failed", {
    cause: withCode(new Error("connect ECONNREFUSED 127.0.0.1:8080"), "ECONNREFUSED"),
  }),
  "Node, where a name has two addresses": new TypeError("fetch failed", {
    cause: withCode(new AggregateError([new Error("connect ECONNREFUSED ::1:8080")], ""), "ECONNREFUSED"),
  }),
  "Node, without an answer to the connection": new TypeError("fetch failed", {
    cause: withCode(new Error("Connect Timeout Error"), "UND_ERR_CONNECT_TIMEOUT"),
  }),
  "Node, without such a host": new TypeError("fetch failed", {
    cause: withCode(new Error("getaddrinfo ENOTFOUND nowhere.invalid"), "ENOTFOUND"),
  }),
  Bun: withCode(new TypeError("Unable to connect. Is the computer able to access the url?"), "ConnectionRefused"),
  Deno: new TypeError("fetch failed", {
    cause: new Error(
      "error sending request for url (http://127.0.0.1:8080/): client error (Connect): tcp connect error",
    ),
  }),
}

const broken = {
  Node: new TypeError("fetch failed", { cause: withCode(new Error("other side closed"), "UND_ERR_SOCKET") }),
  "Node, reset": new TypeError("fetch failed", { cause: withCode(new Error("read ECONNRESET"), "ECONNRESET") }),
  Bun: withCode(new Error("The socket connection was closed unexpectedly."), "ECONNRESET"),
  Deno: new TypeError("fetch failed", { cause: new Error("client error (SendRequest): connection closed") }),
  "a Worker, which does not tell": new Error("Network connection lost."),
  "a browser, which does not tell": new TypeError("Failed to fetch"),
  "what is no error": "nothing",
}

describe("a failure", () => {
  test.each(Object.entries(refused))("of %s to connect means that nothing was sent", (_runtime, failure) => {
    expect(isNeverSent(failure)).toBe(true)
  })

  test.each(Object.entries(broken))("of %s in between leaves that open", (_runtime, failure) => {
    expect(isNeverSent(failure)).toBe(false)
  })

  test("is told by its innermost reason", () => {
    expect(reasonOf(refused["Node, where a name has two addresses"])).toBe("ECONNREFUSED")
    expect(reasonOf(broken["a Worker, which does not tell"])).toBe("Network connection lost")
    expect(reasonOf("nothing")).toBe("the connection failed")
  })
})
