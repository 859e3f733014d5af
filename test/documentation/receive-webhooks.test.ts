import { afterAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { signedHeaders } from "../../src/webhooks/signed-headers.ts"
import { go } from "../clients/go/go.ts"
import { type ChildProcess, startProcess } from "../services/child-process.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { blocksIn } from "./page.ts"

const blocks = blocksIn("docs/guides/webhooks.md")
const here = process.cwd()
const folder = temporaryFolder()
afterAll(() => folder.remove())

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
const eventId = "evt_1CAiZx1YPnJZtcPxTdBGPS"
const body = JSON.stringify({ type: "key.created", timestamp: "2026-01-02T09:30:00.000Z", data: { eventId } })

/** What the blocks in TypeScript leave to their readers. */
const surroundings = `
const seen = new Set()
const isNew = async (id) => !seen.has(id) && Boolean(seen.add(id))
const handle = async (type, data) => console.log("handled", type, data.eventId)
`

function blockWith(language: string, text: string): string {
  const [block] = blocks.filter((one) => one.language === language && one.text.includes(text))
  if (block === undefined) throw new Error(`The guide has no block with ${text}.`)
  return block.text
    .replaceAll('"@keyward/client"', JSON.stringify(join(here, "sdk/src/index.ts")))
    .replaceAll('"hono"', JSON.stringify(join(here, "node_modules/hono/dist/index.js")))
    .replaceAll('"express"', JSON.stringify(join(here, "node_modules/express/index.js")))
}

const applications = {
  Express: blockWith("ts", "express.raw").replace(
    /\}\)\s*$/,
    "}).listen(0, function () { console.log('port', this.address().port) })",
  ),
  Hono: `${blockWith("ts", "new Hono()")}\nconsole.log("port", Bun.serve({ port: 0, fetch: app.fetch }).port)`,
  "Next.js": `${blockWith("ts", "export async function POST")}\nconsole.log("port", Bun.serve({ port: 0, fetch: POST }).port)`,
}

describe.each(Object.entries(applications))("the block of the guide for %s", (name, text) => {
  test("handles an event once, and nothing that Keyward has not sent", async () => {
    const file = join(folder.path, `${name}.ts`)
    await Bun.write(file, `${text}\n${surroundings}`)
    const application: ChildProcess = startProcess({
      command: [process.execPath, file],
      env: { WEBHOOK_SECRET: secret },
    })
    const [, port] = await application.waitForOutput(/port (\d+)/)
    const post = async (headers: Record<string, string>) => {
      const sent = { method: "POST", body, headers: { "Content-Type": "application/json", ...headers } }
      return (await fetch(`http://localhost:${port}/keyward`, sent)).status
    }
    const headers = signedHeaders({ eventId, body, secrets: [secret], now: Date.now() })
    expect(await post({ ...headers, "webhook-id": "evt_other" })).toBeGreaterThanOrEqual(400)
    for (const _again of [1, 2]) expect(await post(headers)).toBe(204)
    await application.waitForOutput(/handled/)
    expect(application.stdout().match(/handled .*/g)).toEqual([`handled key.created ${eventId}`])
    application.kill("SIGTERM")
    await application.exit
  })
})

test("the block of the guide for Python accepts what Keyward sends, and nothing else", async () => {
  const headers = signedHeaders({ eventId, body, secrets: [secret, secret.toLowerCase()], now: Date.now() })
  const program = `${blockWith("python", "verify_webhook")}
headers = json.loads(os.environ["HEADERS"])
body = os.environ["BODY"].encode()
print(verify_webhook(body, headers)["type"])
for wrong in (body + b" ", body):
    try:
        verify_webhook(wrong, headers if wrong != body else {**headers, "webhook-timestamp": "1"})
        print("accepted")
    except ValueError as error:
        print(error)
`
  const env = { WEBHOOK_SECRET: secret, HEADERS: JSON.stringify(headers), BODY: body }
  const python = startProcess({ command: ["python3", "-c", program], env })
  expect(await python.exit, python.stderr()).toEqual({ code: 0, signal: null })
  expect(python.stdout().trim().split("\n")).toEqual([
    "key.created",
    "Keyward has not sent this request.",
    "The request was signed at another time.",
  ])
})

/** Reads a request and says whether the block accepts it. */
const goServer = `
func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println("port", listener.Addr().(*net.TCPAddr).Port)
	http.Serve(listener, http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		body, err := verifyWebhook(request)
		if err != nil {
			http.Error(response, err.Error(), http.StatusBadRequest)
			return
		}
		response.Write(body)
	}))
}
`
const goPackages = ["crypto/hmac", "crypto/sha256", "encoding/base64", "errors", "fmt", "io", "net", "net/http", "os"]
const goProgram = `package main

import (
${[...goPackages, "strconv", "strings", "time"].map((name) => `\t"${name}"`).join("\n")}
)

${blockWith("go", "verifyWebhook")}${goServer}`

test("the block of the guide for Go accepts what Keyward sends, and nothing else", async () => {
  const [file, program] = [join(folder.path, "main.go"), join(folder.path, "program")]
  await Bun.write(file, goProgram)
  expect(await go(["build", "-o", program, file], folder.path)).toEqual({ code: 0, output: "" })
  const start = async (env: Record<string, string>) => {
    const server = startProcess({ command: [program], env })
    const [, port] = await server.waitForOutput(/port (\d+)/)
    const post = async (headers: Record<string, string>, sent = body) => {
      const response = await fetch(`http://localhost:${port}/`, { method: "POST", body: sent, headers })
      return `${response.status} ${(await response.text()).trim()}`
    }
    return { server, post }
  }
  const headers = signedHeaders({ eventId, body, secrets: ["whsec_AAAA", secret], now: Date.now() })
  const old = signedHeaders({ eventId, body, secrets: [secret], now: Date.now() - 400_000 })
  const { server, post } = await start({ WEBHOOK_SECRET: secret })
  expect(await post(headers)).toBe(`200 ${body}`)
  expect(await post({ ...headers, "webhook-id": "evt_other" })).toBe("400 Keyward has not sent this request")
  expect(await post(headers, `${body} `)).toBe("400 Keyward has not sent this request")
  expect(await post(old)).toBe("400 the request was signed at another time")
  expect(await post({})).toBe("400 the request was signed at another time")
  server.kill("SIGTERM")
  // Everybody knows the empty secret.
  const careless = await start({})
  const forged = signedHeaders({ eventId, body, secrets: ["whsec_"], now: Date.now() })
  expect(await careless.post(forged)).toBe("400 set WEBHOOK_SECRET")
  careless.server.kill("SIGTERM")
  await Promise.all([server.exit, careless.server.exit])
})
