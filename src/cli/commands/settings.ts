import { type Config, clientVariables, readConfig, type Setting, settings } from "../../config.ts"
import { nearest } from "../../core/nearest.ts"
import type { Invocation } from "../command.ts"
import { aligned } from "../terminal/aligned.ts"

/** The configuration for a command that works on the database itself; unknown settings are reported on the way. */
export function readSettings(
  { environment, output }: Pick<Invocation, "environment" | "output">,
  flags: ReadonlyMap<string, string>,
): Config {
  const { config, unknown } = readConfig({
    environment,
    flags: settingFlags(flags),
    isTerminal: output.isErrorTerminal,
  })
  for (const name of unknown) output.error(unknownSetting(name))
  return config
}

/** Those of the flags that are settings, as they were written. */
export function settingFlags(flags: ReadonlyMap<string, string>): readonly string[] {
  return settings.flatMap(({ flag }: Setting) => {
    const value = flag === undefined ? undefined : flags.get(flag)
    return value === undefined ? [] : [`--${flag}=${value}`]
  })
}

export function unknownSetting(name: string): string {
  const known = [...settings.map(({ variable }) => variable), ...clientVariables]
  const meant = nearest(name.replace("KEYWARD_", ""), known.map(withoutPrefix))
  const hint = meant === undefined ? "keyward serve --help lists them all" : `did you mean KEYWARD_${meant}?`
  return `The setting ${name} does not exist and is ignored: ${hint}${hint.endsWith("?") ? "" : "."}`
}

function withoutPrefix(variable: string): string {
  return variable.replace("KEYWARD_", "")
}

export function settingsTable(): string {
  return tableOf(settings)
}

/** The settings that say where the database is. */
export function databaseSettings(): string {
  const names = new Set(["KEYWARD_DATA_DIR", "KEYWARD_DATABASE_URL"])
  return tableOf(settings.filter(({ variable }) => names.has(variable)))
}

function tableOf(shown: readonly Setting[]): string {
  return aligned(
    shown.map(({ variable, flag, fallback, purpose }) => [
      flag === undefined ? variable : `${variable}, --${flag}`,
      `${purpose} Default: ${fallback}.`,
    ]),
  )
}
