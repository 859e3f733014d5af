import { serviceFlags, serviceRows } from "../../client/connection.ts"
import type { Command } from "../../command.ts"
import { readFlags } from "../../flags.ts"
import type { Output } from "../../terminal/output.ts"
import { progressOn } from "../../terminal/progress.ts"
import { alignColumns, countOf } from "../../terminal/text.ts"
import { settingFlagRows, settingFlags, settingUsage } from "../settings.ts"
import { examineCollector } from "./collector.ts"
import { examineRedis, examineStorage } from "./database.ts"
import type { Finding } from "./finding.ts"
import { examineFolder } from "./folder.ts"
import { examineCalls, examinePort } from "./service.ts"
import { examineSettings } from "./settings.ts"

const flags = { ...serviceFlags, ...settingFlags, json: "nothing" } as const

export const doctor: Command = {
  words: ["doctor"],
  summary: "Check settings, files, database, Redis, clocks and the running service.",
  flags,
  help: () => `Usage: keyward doctor ${settingUsage} [--profile NAME] [--json]

Checks what \`keyward serve\` would use with the same settings and flags, and the service that calls
go to. Changes nothing, and can run beside the service.

  settings     Invalid values, and unknown KEYWARD_* names.
  data folder  Permissions, owner and free space.
  database     Whether it is reachable, writable and undamaged, and has the current schema.
  redis        Version and eviction policy.
  collector    Whether it accepts traces, if OTEL_EXPORTER_OTLP_ENDPOINT is set.
  clock        Whether the clocks of this machine, the database and Redis agree.
  port         Whether it is free, or served by Keyward.
  calls        Whether the service accepts the stored key.
  service      Whether it is ready, and has the same version.

Each line is ok, a warning or a problem, with what to do. Exit code 0: no problems; 1: at least one.

${alignColumns([...settingFlagRows, ...serviceRows, ["--json", "Print the findings as one JSON document."]])}

Example:
  keyward doctor`,
  async run(invocation) {
    const { args, output } = invocation
    const given = readFlags(args, flags)
    const findings: Finding[] = []
    const show = (found: readonly Finding[]) => {
      findings.push(...found)
      if (!given.has("json")) for (const finding of found) output.print(lineOf(finding, output))
    }
    const { findings: aboutSettings, config } = examineSettings(invocation, given)
    show(aboutSettings)
    if (config !== undefined) {
      if (config.databaseUrl === undefined) show(examineFolder(config.dataDir))
      show(await examineStorage(config, progressOn(output)))
      show(await examineRedis(config))
      show(await examineCollector(config))
      show(await examinePort(config))
    }
    show(await examineCalls(invocation, given))
    return conclude(findings, { output, isJson: given.has("json") })
  },
}

const styles = { ok: "green", warning: "yellow", problem: "red" } as const

function lineOf({ level, about, found, advice }: Finding, { paint }: Output): string {
  const line = `${paint(styles[level], level.padEnd(7))}  ${about.padEnd(11)}  ${found}`
  return advice === undefined ? line : `${line}\n${" ".repeat(22)}${advice}`
}

function conclude(
  findings: readonly Finding[],
  { output, isJson }: { readonly output: Output; readonly isJson: boolean },
) {
  const count = (level: Finding["level"]) => findings.filter((finding) => finding.level === level).length
  const [problems, warnings] = [count("problem"), count("warning")]
  if (isJson) output.print(JSON.stringify({ problems, warnings, findings }))
  else output.print(`${countOf(problems, "problem")}, ${countOf(warnings, "warning")}.`)
  return problems === 0 ? 0 : 1
}
