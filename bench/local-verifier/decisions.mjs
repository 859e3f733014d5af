// Measures the client's local verifier in one runtime, Node or Bun, and prints the numbers as JSON. Run by ../local-verifier.ts.
import { readFileSync } from "node:fs"
import { createLocalVerifier } from "../../sdk/dist/local.js"

const { url, rootKey, keys, calls } = JSON.parse(readFileSync(process.argv[2], "utf8"))
const verifier = createLocalVerifier({ url, key: rootKey })
const { verifyKey } = verifier.keys

/** Percentiles of single calls in microseconds, each with its promise. */
async function timeCalls(count, inputOf) {
  const micros = new Float64Array(count)
  for (let index = 0; index < count; index += 1) {
    const input = inputOf(index)
    const startedAt = performance.now()
    const { error } = await verifyKey(input)
    micros[index] = (performance.now() - startedAt) * 1000
    if (error !== undefined) throw error
    // Lets leases and drops arrive, as between requests.
    if (index % 256 === 255) await new Promise(setImmediate)
  }
  micros.sort()
  return { median: micros[Math.floor(count * 0.5)], p99: micros[Math.floor(count * 0.99)] }
}

/** Runs the calls twice, so that the second time is that of compiled code. */
async function warmTimes(inputOf, count = calls) {
  await timeCalls(Math.ceil(count / 4), inputOf)
  const before = { ...verifier.counts }
  const times = await timeCalls(count, inputOf)
  const local = (verifier.counts.local - before.local) / count
  return { ...times, local }
}

async function askedPerSecond(inFlight, count) {
  let next = 0
  const startedAt = performance.now()
  const caller = async () => {
    while (next < count) {
      next += 1
      const { error } = await verifyKey({ key: keys[next % keys.length], migrationId: "none" })
      if (error !== undefined) throw error
    }
  }
  await Promise.all(Array.from({ length: inFlight }, caller))
  return count / ((performance.now() - startedAt) / 1000)
}

const key = (index) => keys[index % keys.length]
for (const one of keys) await verifyKey({ key: one })
if (verifier.state !== "local") throw new Error(`The verifier is ${verifier.state}.`)
const measured = {
  plain: await warmTimes((index) => ({ key: key(index) })),
  query: await warmTimes((index) => ({
    key: key(index),
    permissions: "documents.read AND (documents.write OR admin)",
  })),
  refused: await warmTimes((index) => ({ key: key(index), permissions: "documents.burn" })),
  tagged: await warmTimes((index) => ({ key: key(index), tags: ["path=/documents"], ip: "192.0.2.1" })),
  // `migrationId` makes the verifier ask, and costs the server nothing.
  askedAlone: await warmTimes((index) => ({ key: key(index), migrationId: "none" }), calls / 40),
  askedPerSecond: await askedPerSecond(64, calls),
}
await verifier.close()
console.log(JSON.stringify(measured))
process.exit(0)
