import { describe, expect, test } from "bun:test"
import { sendRaw } from "../requests/raw-request.ts"
import { expectError, list, pages, serve } from "./serve.ts"

const server = await serve()

describe("two Host headers", () => {
  test.each([
    ["a.example", "b.example"],
    ["a.example", "a.example"],
    ["a.example", ""],
    ["", "a.example"],
    ["", ""],
  ])("%j and %j are refused wherever they come, with or without a key", async (one, other) => {
    const hosts = [
      ["Host", one],
      ["host", other],
    ] as const
    const key = ["Authorization", `Bearer ${server.rootKey}`] as const
    const requests = [
      { target: "/v2/apis.createApi", headers: [...hosts, key], body: '{"name":"Two hosts"}' },
      { target: "/v2/apis.createApi", headers: hosts },
      { method: "GET", target: list, headers: [...hosts, key] },
      { target: "/nowhere", headers: hosts },
      ...pages.map((target) => ({ method: "GET", target, headers: hosts })),
    ]
    for (const request of requests) {
      const reply = await sendRaw(server, request)
      expectError(reply, 400, "application/invalid_input")
      expect(reply.body.error.errors).toEqual([
        { location: "header.Host", message: "must be sent once, with a single host", fix: "Send one Host header." },
      ])
    }
  })
})
