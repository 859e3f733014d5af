import { createLocalVerifier } from "@keyward/client/local"

/** Many verifiers in one process: `bun fleet.ts <root key> <count> <url>…`, in turns at the addresses. */
const [key = "", count = "0", ...urls] = process.argv.slice(2)
const verifiers = Array.from({ length: Number(count) }, (_, index) =>
  createLocalVerifier({ url: urls[index % urls.length] ?? "", key, onState() {} }),
)

/** Until every verifier holds the key. */
async function hold(presented: string): Promise<void> {
  const input = { key: presented }
  await Promise.all(
    verifiers.map(async (verifier) => {
      while (verifier.peek(input) === undefined) {
        await verifier.keys.verifyKey(input)
        if (verifier.state !== "local") await Bun.sleep(5)
      }
    }),
  )
}

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  idleTimeout: 120,
  async fetch(request) {
    const presented = new URL(request.url).searchParams.get("hold")
    if (presented !== null) await hold(presented)
    return Response.json({ local: verifiers.filter(({ state }) => state === "local").length })
  },
})
process.stdout.write(`${server.port}\n`)
