import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { createApi } from "../harness/fixtures.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { type ChildProcess, startProcess } from "../services/child-process.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { blocksIn } from "./page.ts"

const page = "docs/guides/language-models.md"

/** What the block of the guide leaves to its reader: the application, and a model that is asked over HTTP. */
const surroundings = (here: string) => `
import { createKeyward } from "${here}/sdk/src/index.ts"
import express from "${here}/node_modules/express/index.js"

const keyward = createKeyward({ url: process.env.KEYWARD_URL, key: process.env.KEYWARD_KEY })
const maxTokens = 1_000
const app = express()
app.use(express.json())
const bearerOf = (request) => (request.headers.authorization ?? "").replace("Bearer ", "")
const promptTokens = (body) => body.prompt.length
const model = {
  async *stream(body, { maxTokens }) {
    const { body: lines } = await fetch(process.env.MODEL_URL, { method: "POST", body: JSON.stringify({ ...body, maxTokens }) })
    let rest = ""
    for await (const text of lines.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split("\\n")
      rest = parts.pop()
      for (const part of parts) yield JSON.parse(part)
    }
  },
}
`

/** Runs in Node.js, as the application of most readers does, whose streams differ from those of Bun. */
describe("the block of the guide about language models", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const folder = temporaryFolder()
  const model = { ended: 0 }
  /** Sends a few words, or large ones until the client disconnects. */
  const modelServer = Bun.serve({
    port: 0,
    async fetch(request) {
      const { endless } = await request.json()
      const encoder = new TextEncoder()
      const line = (text: string) => encoder.encode(`${JSON.stringify({ text, tokens: 2 })}\n`)
      let sent = 0
      return new Response(
        new ReadableStream({
          pull(controller) {
            sent += 1
            if (endless) return controller.enqueue(line("x".repeat(1_000_000)))
            if (sent > 3) return controller.close()
            controller.enqueue(line(`word ${sent} `))
          },
          cancel() {
            model.ended += 1
          },
        }),
      )
    },
  })
  let application: ChildProcess
  let url = ""
  let key = ""

  beforeAll(async () => {
    const [block] = blocksIn(page).filter(({ language }) => language === "js")
    const entry = join(folder.path, "entry.mjs")
    const listening = `const server = app.listen(0, () => console.log("http://localhost:" + server.address().port))`
    await Bun.write(entry, `${surroundings(process.cwd())}\n${block?.text}\n${listening}\n`)
    const { outputs } = await Bun.build({ entrypoints: [entry], target: "node", outdir: join(folder.path, "built") })
    const apiId = await createApi(keyward)
    await keyward.ok("identities.createIdentity", { externalId: "lagoon", credits: { remaining: 5_000 } })
    key = (await keyward.ok("keys.createKey", { apiId, externalId: "lagoon" })).key
    application = startProcess({
      command: ["node", outputs[0]?.path ?? ""],
      env: { KEYWARD_URL: keyward.url, KEYWARD_KEY: keyward.rootKey, MODEL_URL: modelServer.url.href },
    })
    url = (await application.waitForOutput(/http:\/\/localhost:\d+/))[0]
  })

  afterAll(async () => {
    application.kill("SIGTERM")
    await application.exit
    await modelServer.stop(true)
    folder.remove()
  })

  const chat = (body: object, signal: AbortSignal | null = null, bearer = key) => {
    const headers = { Authorization: `Bearer ${bearer}`, "Content-Type": "application/json" }
    return fetch(`${url}/chat`, { method: "POST", headers, signal, body: JSON.stringify(body) })
  }
  const credits = async () => (await keyward.ok("identities.getIdentity", { identity: "lagoon" })).credits

  test("charges the prompt and the tokens of the answer, and gives back the rest", async () => {
    const response = await chat({ prompt: "1234567890" })
    expect([response.status, await response.text()]).toEqual([200, "word 1 word 2 word 3 "])
    await until(async () => (await credits()).reserved === 0, application.stderr)
    expect(await credits()).toMatchObject({ remaining: 5_000 - 10 - 3 * 2, reserved: 0 })
  })

  test("charges a client that disconnects for what the model has sent, and stops the model", async () => {
    const { remaining } = await credits()
    const client = new AbortController()
    const response = await chat({ prompt: "1234567890", endless: true }, client.signal)
    const reader = response.body?.getReader()
    await reader?.read()
    expect((await credits()).reserved).toBe(1_010)
    client.abort()
    await until(async () => (await credits()).reserved === 0, application.stderr)
    expect((await credits()).remaining).toBeLessThanOrEqual(remaining - 10 - 2)
    expect((await credits()).remaining).toBeGreaterThan(remaining - 1_010)
    await until(async () => model.ended > 0)
  })

  test("refuses a customer without enough credits, and an unknown key", async () => {
    await keyward.ok("identities.updateCredits", { identity: "lagoon", operation: "set", value: 1_009 })
    expect((await chat({ prompt: "1234567890" })).status).toBe(429)
    expect((await chat({ prompt: "1234567890" }, null, "unknown")).status).toBe(401)
    expect(await credits()).toMatchObject({ remaining: 1_009, reserved: 0 })
  })
})
