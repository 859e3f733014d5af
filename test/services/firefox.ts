import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { whereIs } from "../../scripts/test/tools.ts"
import { until } from "../harness/until.ts"
import { startProcess } from "./child-process.ts"
import { temporaryFolder } from "./temporary-folder.ts"

/**
 * Firefox as its makers ship it, driven over WebDriver BiDi: https://w3c.github.io/webdriver-bidi/. Playwright drives only a
 * Firefox of its own.
 */
export interface Firefox {
  /** Opens a tab, and returns its context. */
  open(url: string): Promise<string>
  /** The contexts of the frames in a page. */
  framesOf(context: string): Promise<readonly { readonly context: string; readonly url: string }[]>
  /** The JSON of what an expression gives in a page or frame. */
  evaluate(context: string, expression: string): Promise<unknown>
  stop(): Promise<void>
}

/** With preferences of people, as about:config shows them. */
export async function startFirefox(preferences: object = {}): Promise<Firefox> {
  const program = ["firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"]
    .map(whereIs)
    .find(Boolean)
  if (program === undefined) throw new Error("There is no Firefox: run the tests by npm test.")
  const profile = temporaryFolder()
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)})`)
  writeFileSync(join(profile.path, "user.js"), lines.join("\n"))
  const child = startProcess({
    command: [program, "--headless", "--no-remote", "--profile", profile.path, "--remote-debugging-port", "0"],
    env: { HOME: profile.path },
  })
  const [, address] = await until(() => /BiDi listening on (ws:\S+)/.exec(child.stderr() + child.stdout()) ?? undefined)
  const { send, close } = await connect(`${address}/session`)
  await send("session.new", { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } })
  return {
    async open(url) {
      const { context } = await send("browsingContext.create", { type: "tab" })
      await send("browsingContext.navigate", { context, url, wait: "complete" })
      return context
    },
    async framesOf(context) {
      const { contexts } = await send("browsingContext.getTree", { root: context })
      return contexts[0]?.children ?? []
    },
    async evaluate(context, expression) {
      const call = { expression: `JSON.stringify(${expression}) ?? "null"`, awaitPromise: true, target: { context } }
      const { result, exceptionDetails } = await send("script.evaluate", call)
      if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text}`)
      return JSON.parse(result.value)
    },
    async stop() {
      close()
      child.kill("SIGTERM")
      await child.exit
      profile.remove()
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: every command has a result of its own.
type Send = (method: string, params: object) => Promise<any>

async function connect(url: string): Promise<{ readonly send: Send; close(): void }> {
  const socket = new WebSocket(url)
  const opened = Promise.withResolvers<void>()
  socket.onopen = () => opened.resolve()
  socket.onerror = () => opened.reject(new Error(`Firefox does not listen on ${url}.`))
  await opened.promise
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  socket.onmessage = ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data))
    const command = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) command?.resolve(result)
    else command?.reject(new Error(`Firefox: ${error}: ${message}`))
  }
  let sent = 0
  return {
    send(method, params) {
      sent += 1
      const id = sent
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        socket.send(JSON.stringify({ id, method, params }))
      })
    },
    close: () => socket.close(),
  }
}
