import { describeSetting, type Setting } from "../../config/setting.ts"
import { settingList, settings } from "../../config/settings.ts"
import { type Config, clientVariables, readConfig } from "../../config.ts"
import { nearest } from "../../core/nearest.ts"
import type { Invocation } from "../command.ts"
import type { FlagsOf } from "../flags.ts"
import { alignColumns } from "../terminal/text.ts"

const flagList = settingList.flatMap(({ flag }) => (flag === undefined ? [] : [flag]))

/** Every setting that has a flag. */
export const settingFlags: FlagsOf = Object.fromEntries(flagList.map(({ name }) => [name, "value"]))

/** The same for a line of usage. */
export const settingUsage = flagList.map(({ name, placeholder }) => `[--${name} ${placeholder}]`).join(" ")

/** The same for the help of a command other than serve. */
export const settingFlagRows: readonly (readonly [string, string])[] = settingList.flatMap(({ flag, variable }) =>
  flag === undefined
    ? []
    : [[`--${flag.name} ${flag.placeholder}`, `The same as for \`keyward serve\`. Default: ${variable}.`]],
)

/** The configuration for a command that works on the database; reports unknown settings. */
export function readSettings(
  { environment, output }: Pick<Invocation, "environment" | "output">,
  flags: ReadonlyMap<string, string>,
): Config {
  const { config, unknown } = readConfig({ environment, flags, isTerminal: output.isErrorTerminal })
  for (const name of unknown) output.error(unknownSetting(name))
  return config
}

export function unknownSetting(name: string): string {
  const known = [...settingList.map(({ variable }) => variable), ...clientVariables]
  const meant = nearest(name.replace("KEYWARD_", ""), known.map(withoutPrefix))
  const hint = meant === undefined ? "`keyward serve --help` lists all settings." : `Did you mean KEYWARD_${meant}?`
  return `There is no setting ${name}; it is ignored. ${hint}`
}

function withoutPrefix(variable: string): string {
  return variable.replace("KEYWARD_", "")
}

export function settingsTable(): string {
  return tableOf(settingList)
}

/** The settings that name the database. */
export function databaseSettings(): string {
  return tableOf([settings.dataDir, settings.databaseUrl])
}

function tableOf(shown: readonly Setting[]): string {
  return alignColumns(
    shown.map((setting) => [
      setting.flag === undefined ? setting.variable : `${setting.variable}, --${setting.flag.name}`,
      `${describeSetting(setting)} Default: ${setting.default.shown}.`,
    ]),
  )
}
