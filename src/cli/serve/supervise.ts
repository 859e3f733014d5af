import { randomUUID } from "node:crypto"
import { constants, hostname } from "node:os"
import { version } from "../../../package.json"
import type { Config } from "../../config.ts"
import { createRequestLog } from "../../http/observe/request-log.ts"
import { resourceOf } from "../../http/observe/resource.ts"
import { findPortToShare } from "../../http/server/ports.ts"
import { requireConnections } from "../../offline/require-connections.ts"
import type { Invocation } from "../command.ts"
import { createProgress } from "../terminal/progress.ts"
import { createProcessPool } from "./process-pool.ts"
import { startServing } from "./serving-process.ts"
import { onStopSignal } from "./until-stopped.ts"
import { addressOf } from "./welcome.ts"

/** Runs processes that share a port until a signal arrives. */
export async function supervise(config: Config, count: number, invocation: Invocation): Promise<number> {
  const { output } = invocation
  await requireConnections(config, count)
  const port = findPortToShare(config)
  const resource = resourceOf({ ...config, version, host: hostname(), instanceId: randomUUID() })
  const log = createRequestLog((lines) => process.stderr.write(lines), { form: config.logForm, resource })
  const pool = createProcessPool({
    count,
    startOne: (number) => startServing({ number, count, port, invocation }),
    report: log.report,
  })
  onStopSignal((signal) => {
    if (!pool.isStopping) return pool.stop()
    pool.kill()
    process.exit(128 + constants.signals[signal])
  })
  const reportProgress = createProgress({ total: count, what: "processes serve", now: Date.now, write: output.error })
  const ended = await pool.start(() => reportProgress(1))
  if (ended !== undefined) {
    if (ended.signal !== null) output.error(`${ended.signal} ended a process before it served.`)
    return ended.code ?? 1
  }
  output.print(`Keyward listens on ${addressOf(config.host, port)} with ${count} processes (stop it with Ctrl-C).`)
  const exits = await pool.keepRunning()
  log.close()
  return exits.every(({ code }) => code === 0) ? 0 : 1
}
