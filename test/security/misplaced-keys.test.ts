import { describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { toKebabCase } from "../../src/cli/terminal/text.ts"
import { mintKeyMaterial } from "../../src/core/key-material.ts"
import { keyOperations as operations } from "../../src/operations/index.ts"
import { runHere } from "../cli/cli.ts"
import type { Reply } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { serveWorld } from "../harness/serve-world.ts"
import { createWorld, exampleIn, furnishingFor } from "../harness/world.ts"
import { nodesOf, putAt } from "../requests/body-nodes.ts"
import { formsOf } from "./secret-forms.ts"

describe("a key sent in the wrong place", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const world = serveWorld(server)

  const named = operations.map((operation) => [operation.name, operation] as const)

  /** Keys of this installation, of a customer, of another service, and a part of one. */
  const leaked = () => [
    world.rootKey,
    world.key,
    `sk_live_${randomBytes(24).toString("hex")}`,
    randomBytes(20).toString("hex"),
    world.rootKey.slice(0, 24),
  ]
  /** The same key as it is, in a broken query, in a path, as a name. */
  const writtenBy = (secret: string): readonly unknown[] => [
    secret,
    `documents.read and (${secret}`,
    `${secret} ${secret}`,
    `../${secret}`,
    [secret],
    { [secret]: secret },
  ]

  function refuseRepetition(what: string, { status, text, headers }: Reply, secret: string): void {
    if (status === 200) return
    const told = text + JSON.stringify([...headers])
    for (const form of formsOf(secret)) if (told.includes(form)) throw new Error(`${what}: ${told}`)
  }

  test.each(named)("of %s is neither repeated by its refusal nor logged", async (name, operation) => {
    const own = await createWorld(server, furnishingFor(operation))
    const { callers = ["root_key"] } = operation
    const keys = {
      operator: server.operatorKey,
      root_key: own.rootKey,
      api_key: own.key,
      user: "",
      visitor: "",
      portal: "",
    }
    const nodes = nodesOf(operation, exampleIn(own, operation)).filter(({ kind }) => kind !== "inside meta")
    const secrets = leaked()
    const tried = name === "keys.revokeSelf" ? (["api_key"] as const) : callers
    const call = (body: unknown, caller: (typeof tried)[number]) => server.call(name, body, { key: keys[caller] })
    for (const caller of tried) {
      for (const secret of secrets) {
        const example = exampleIn(own, operation)
        const extended = Array.isArray(example) ? [{ ...example[0], [secret]: 1 }] : { ...Object(example), [secret]: 1 }
        const unknown = await call(extended, caller)
        expect(unknown.status).toBe(400)
        expect(unknown.text).toContain("[a key]")
        refuseRepetition("an unknown member", unknown, secret)
      }
    }
    for (const [place, { body, path }] of nodes.entries()) {
      // Each place gets one of them, so that all have their turn somewhere.
      const secret = secrets[path.join().length % secrets.length] ?? ""
      for (const [form, value] of writtenBy(secret).entries()) {
        // Callers take turns, so that each sends every form somewhere.
        for (const caller of tried.filter((_, index) => index === (place + form) % tried.length)) {
          refuseRepetition(path.join("."), await call(putAt(body, path, value), caller), secret)
        }
      }
    }
    await Bun.sleep(60)
    for (const secret of secrets) expect(server.log.filter((line) => line.includes(secret))).toEqual([])
  })

  test("of a request is neither repeated nor logged: its path, query, headers, method and bytes", async () => {
    for (const secret of leaked()) {
      const bearer = { Authorization: `Bearer ${world.rootKey}`, "Content-Type": "application/json" }
      const requests: [string, RequestInit][] = [
        [`/${secret}`, {}],
        [`/v2/${secret}`, { method: "POST" }],
        [`/v2/keys.getKey/${secret}`, { method: "POST" }],
        [`/api-reference/errors-v2/service/${secret}`, { headers: { Accept: "text/html" } }],
        [`/api-reference/errors-v2/service/data/${secret}`, {}],
        [`/v1/identities.listIdentities?${secret}=1&${secret}=2`, { headers: bearer }],
        [`/v1/identities.listIdentities?${secret}=1`, { headers: bearer }],
        [`/v1/identities.listIdentities?cursor=${secret}&limit=${secret}`, { headers: bearer }],
        ["/v2/apis.listApis", { method: "POST", headers: { ...bearer, Authorization: secret } }],
        ["/v2/apis.listApis", { method: "POST", headers: { ...bearer, Authorization: `Bearer ${secret} ${secret}` } }],
        ["/v2/apis.listApis", { method: "POST", headers: { ...bearer, Authorization: `Bearer x${secret}` } }],
        [
          "/v2/apis.createApi",
          { method: "POST", headers: { ...bearer, "Idempotency-Key": `${secret} ${secret}` }, body: "{}" },
        ],
        ["/v2/apis.createApi", { method: "POST", headers: { ...bearer, "Content-Type": secret }, body: secret }],
        ["/v2/apis.createApi", { method: "POST", headers: { ...bearer, "Content-Encoding": secret }, body: "{}" }],
        ["/v2/apis.createApi", { method: "POST", headers: bearer, body: secret }],
        ["/v2/apis.createApi", { method: "POST", headers: bearer, body: `{"name": ${secret}}` }],
        ["/v2/apis.createApi", { method: "POST", headers: bearer, body: JSON.stringify(secret) }],
      ]
      for (const [path, init] of requests) {
        const reply = await server.request(path, init)
        expect(reply.status).toBeGreaterThanOrEqual(400)
        refuseRepetition(path, reply, secret)
      }
      await Bun.sleep(60)
      expect(server.log.filter((line) => line.includes(secret))).toEqual([])
    }
  })
})

test("a key in the wrong place of a command line is not shown", async () => {
  const { plaintext } = mintKeyMaterial({ prefix: "acme_live", bytes: randomBytes(24) })
  for (const key of [plaintext, mintKeyMaterial({ prefix: "kw_root", bytes: randomBytes(32) }).plaintext]) {
    const lines = [
      [key],
      ["keys", key],
      [key, "create-key"],
      ["keys", "get-key", key],
      ["keys", "get-key", `--${key}`],
      ["keys", "get-key", `--${key}=1`],
      ["keys", "create-key", "--byte-length", key],
      ["keys", "create-key", "--expires", key],
      ["keys", "create-key", "--credits.refill.interval", key],
      ["serve", key],
      ["serve", "--port", key],
      ["whoami", "--url", key],
      ["whoami", "--profile", key],
      ["whoami", "--key-file", key],
      ["migrate", key],
      ["import", key],
      ["call", key],
      ["call", "keys.getKey", key],
      ["audit", "verify", "--workspace", key, "--data", "/nowhere"],
      ["completion", key],
    ]
    for (const line of lines) {
      for (const args of [line, [...line, "--json"]]) {
        const { code, stdout, stderr } = await runHere(args, { env: { KEYWARD_KEY: "x" } })
        expect(code).not.toBe(0)
        for (const form of [key, key.toLowerCase(), toKebabCase(key)]) {
          if (`${stdout}${stderr}`.includes(form)) throw new Error(`${args.join(" ")}: ${stdout}${stderr}`)
        }
      }
    }
  }
})
