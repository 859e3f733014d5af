import { createLocalVerifier } from "../../sdk/src/local.ts"

/**
 * An application with several verifiers, as a process of its own: `bun verifier-process.ts <root key> <url>…`. It answers
 * `GET /?key=…` with what each verifier decides then: by itself (`held`), and by whatever way there is (`code`).
 */
const [key = "", ...urls] = process.argv.slice(2)
const verifiers = urls.map((url) => createLocalVerifier({ url, key, onState() {} }))

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  idleTimeout: 120,
  async fetch(request) {
    const presented = new URL(request.url).searchParams.get("key")
    if (presented === null) return Response.json(verifiers.map(({ state, counts }) => ({ state, ...counts })))
    const decisions = verifiers.map(async (verifier) => {
      const held = verifier.peek({ key: presented })?.code
      const { data } = await verifier.keys.verifyKey({ key: presented }, { timeoutMs: 2_000 })
      return { held, code: data?.code ?? "UNVERIFIED" }
    })
    return Response.json(await Promise.all(decisions))
  },
})
console.log(`verifiers listen on ${server.port}`)

process.on("SIGTERM", async () => {
  await Promise.all(verifiers.map((verifier) => verifier.close()))
  process.exit(0)
})
