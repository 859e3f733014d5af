import { randomBytes } from "node:crypto"
import { version } from "../../package.json"
import { createFrontHandlers, type FrontService } from "../http/fronts/front-handlers.ts"
import { type Link, openLink } from "../http/fronts/link.ts"
import { createPassOn } from "../http/fronts/pass-on.ts"
import { createVerifierRelay } from "../http/fronts/relay.ts"
import { createMetrics, ownUse } from "../http/observe/metrics.ts"
import { createRequestLog } from "../http/observe/request-log.ts"
import { startAdmission } from "../http/server/load-shedding.ts"
import { listen } from "../http/server/server.ts"
import { createMint } from "../mint.ts"
import { createVault } from "../secrets/vault.ts"
import type { Usage } from "../storage/port/usage.ts"
import type { LoggedVerification } from "../storage/port/verification-log.ts"
import { createLogCollector } from "../storage/usage/log-collector.ts"
import { createUsageRecorder } from "../storage/usage/usage-recorder.ts"
import { frontOperations } from "./front-operations.ts"

interface FrontOptions {
  /** The socket of the main process. */
  readonly path: string
  /** Which of the fronts of the main process this is, from 1. */
  readonly number: number
  writeLog(lines: string): void
  /** Default: the port of the main process. Tests use another one, so that they know who answers. */
  readonly at?: { readonly host: string; readonly port: number }
}

/** A front that serves. */
export interface Front {
  readonly port: number
  /** Resolves when the front has stopped. Rejects if the main process is gone. */
  readonly ended: Promise<void>
}

const countsEveryMs = 500
/** The main process asks for usage before it stores its own, so that a key in use takes one row. This is for when it does not. */
const usageEveryMs = 10_000
/** Rows reach the log within a second, of which the main process needs a half. */
const rowsEveryMs = 250
const drainMs = 10_000

/** Serves the port of the main process until that says goodbye. */
export async function startFront({ path, number, writeLog, at }: FrontOptions): Promise<Front> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  // It may end before anyone waits for that.
  ended.catch(() => {})
  const { promise: goodbye, resolve: onGoodbye } = Promise.withResolvers<void>()
  const onLost = () => reject(new Error("The main process is gone."))
  let collect = async () => {}
  const link = await openLink({ path, front: number, onGoodbye, onCollect: () => collect(), onLost })
  const { settings } = link
  const counts = startCounting(link)
  collect = counts.usage.flush
  const service = createFrontService(link, { counts, writeLog })
  const passOn = createPassOn(path)
  const handlers = createFrontHandlers(service, {
    link,
    passOn,
    operations: frontOperations,
    isTraced: settings.isTraced,
  })
  const sockets = settings.hasVerifiers ? createVerifierRelay(path) : undefined
  const server = listen({
    ...(at ?? { host: settings.host, port: settings.port, sharing: "whenReady" }),
    remedy: "It is the port of the main process.",
    starting: { ...handlers, sockets },
  })
  server.serve({ ...handlers, sockets })
  const stop = async () => {
    await goodbye
    sockets?.sayGoodbye()
    await server.stop(drainMs)
    await counts.close()
    service.log.close()
    link.close()
    resolve()
  }
  stop().catch(reject)
  return { port: server.port, ended }
}

/** What the front counts, and sends to the main process. */
function startCounting(link: Link) {
  const { verificationLog: mode } = link.settings
  const metrics = createMetrics({ version })
  const sent = { usage: { add: async (usage: Usage) => link.sendUsage(usage) } }
  const usage = createUsageRecorder(sent, { intervalMs: usageEveryMs, onFailure() {} })
  const log = { ...noLog, append: async (rows: readonly LoggedVerification[]) => link.sendRows(rows) }
  const settings = { mode, random: Math.random, onFailure() {}, intervalMs: rowsEveryMs }
  const verificationLog = createLogCollector(log, settings)
  const send = () => link.sendCounts({ metrics: metrics.take(), use: ownUse() })
  const timer = setInterval(send, countsEveryMs)
  return {
    metrics,
    usage,
    verificationLog,
    async close() {
      clearInterval(timer)
      await Promise.all([usage.close(), verificationLog.close()])
      send()
      metrics.close()
    },
  }
}

/** Fronts do not read the log. */
const noLog = {
  list: async () => ({ rows: [], next: undefined }),
  deleteOld: async () => false,
  deleteExcess: async () => false,
  close: async () => {},
}

interface ServiceOptions extends Pick<FrontOptions, "writeLog"> {
  readonly counts: Pick<FrontService, "metrics" | "usage" | "verificationLog">
}

function createFrontService(link: Link, { counts, writeLog }: ServiceOptions): FrontService {
  const { settings, now } = link
  const random = (length: number) => randomBytes(length)
  return {
    ...settings,
    metrics: counts.metrics,
    usage: counts.usage,
    verificationLog: counts.verificationLog,
    fromMemory: { reads: link.reads, counters: undefined },
    // A front hashes keys, and has no secret.
    vault: createVault({ encryptionKeys: [], installationSecret: new Uint8Array() }),
    operatorKeyHash: "",
    mint: createMint({ now, random }),
    admission: startAdmission(),
    log: createRequestLog(writeLog, { form: settings.logForm, resource: settings.resource }),
    refusedSignIns: { note() {} },
    now,
  }
}
