import { describe, expect, test } from "bun:test"
import type { KeysCreateKeyInput } from "@keyward/client"
import { samplesOf } from "../../dashboard/src/routes/create-key/samples.ts"
import { runHere } from "../cli/run-here.ts"
import { python, pythonEnvironment } from "../clients/python/python.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"

type Request = Omit<KeysCreateKeyInput, "apiId">

const requests: readonly (readonly [string, Request])[] = [
  ["nothing but an API", {}],
  [
    "all fields",
    {
      prefix: "acme",
      byteLength: 32,
      name: "It's =mine",
      externalId: "-acme",
      meta: { tier: "pro", seats: 3, note: "a 'b' \"c\" $HOME" },
      permissions: ["documents.read", "documents.*"],
      expires: 4_000_000_000_000,
      credits: { remaining: 1000, refill: { interval: "monthly", amount: 500, refillDay: 15 } },
      ratelimits: [
        { name: "requests", limit: 100, duration: 90_000, autoApply: true },
        { name: "tokens", limit: 5, duration: 86_400_000, autoApply: false },
      ],
      ipAllowlist: ["198.51.100.0/24", "2001:db8::1"],
    },
  ],
  ["a text that a flag cannot hold", { name: "left\u202eright", credits: { remaining: 7 } }],
]

describe("the samples beside the form for a new key", () => {
  const server = serveKeyward({ engine: "sqlite" })

  test.each(requests)("create the key with %s, from a terminal", async (_, request) => {
    const { apiId, rootKey } = await apiIn()
    const samples = new Map(samplesOf({ apiId, ...request }, server.url).map(({ name, code }) => [name, code]))
    const [, ...words] = shellWords(samples.get("CLI") ?? "")
    const env = { KEYWARD_URL: server.url, KEYWARD_KEY: rootKey }
    const { code, stderr, stdout } = await runHere([...words, "--json"], { env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    const curl = await printedBy(["sh", "-c", samples.get("curl") ?? ""], env)
    const printed = await printedBy([python(), "-c", samples.get("Python") ?? ""], pythonEnvironment(env))
    const ids = [stdout, curl, printed].map(keyIdIn)
    const expected = await server.ok("keys.createKey", { apiId, ...request }, { key: rootKey })
    const same = await fieldsOf(expected.keyId, rootKey)
    for (const id of ids) expect(await fieldsOf(id, rootKey)).toEqual(same)
  })

  async function apiIn() {
    const { rootKey } = await server.ok("workspaces.createWorkspace", { name: "Acme" }, { key: server.operatorKey })
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" }, { key: rootKey })
    return { apiId, rootKey }
  }

  /** The key as it is stored, without what differs between two keys. */
  async function fieldsOf(keyId: string, rootKey: string) {
    const key = await server.ok("keys.getKey", { keyId }, { key: rootKey })
    const own = new Set(["keyId", "start", "createdAt", "id", "identityId"])
    return JSON.parse(JSON.stringify(key), (name, value) => (own.has(name) ? undefined : value))
  }
})

async function printedBy(
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  return new Response(Bun.spawn([...command], { env: { ...process.env, ...env }, stderr: "ignore" }).stdout).text()
}

function shellWords(command: string): readonly string[] {
  const { stdout } = Bun.spawnSync(["sh", "-c", `printf '%s\\0' ${command}`])
  return stdout.toString().split("\0").slice(0, -1)
}

function keyIdIn(text: string): string {
  return /\bkey_[1-9A-HJ-NP-Za-km-z]{22}\b/.exec(text)?.[0] ?? `no id in: ${text}`
}
