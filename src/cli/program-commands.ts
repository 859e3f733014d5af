import type { Command } from "./command.ts"

/**
 * The commands that call no operation, in the order of the help. Each is loaded alone: to build the schemas of all operations takes
 * most of a start.
 */
const loaders: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import("./serve/serve.ts")).serve,
  migrate: async () => (await import("./commands/migrate.ts")).migrate,
  backup: async () => (await import("./commands/backup.ts")).backup,
  copy: async () => (await import("./commands/copy.ts")).copy,
  export: async () => (await import("./commands/export.ts")).exportCommand,
  import: async () => (await import("./commands/import.ts")).importCommand,
  "audit verify": async () => (await import("./commands/audit-verify.ts")).auditVerify,
  "rotate-encryption": async () => (await import("./commands/rotate-encryption.ts")).rotateEncryptionCommand,
  "setup-link": async () => (await import("./commands/setup-link.ts")).setupLink,
  call: async () => (await import("./commands/call.ts")).call,
  login: async () => (await import("./commands/login.ts")).login,
  logout: async () => (await import("./commands/logout.ts")).logout,
  "profiles list": async () => (await import("./commands/list-profiles.ts")).listProfiles,
  "profiles use": async () => (await import("./commands/use-profile.ts")).useProfileCommand,
  whoami: async () => (await import("./commands/whoami.ts")).whoami,
  explain: async () => (await import("./commands/explain.ts")).explainCommand,
  incident: async () => (await import("./commands/incident.ts")).incidentCommand,
  "explain-error": async () => (await import("./commands/explain-error.ts")).explainError,
  usage: async () => (await import("./commands/usage.ts")).usageCommand,
  "usage top": async () => (await import("./commands/usage-top.ts")).usageTopCommand,
  verifications: async () => (await import("./commands/verifications.ts")).verificationsCommand,
  "webhooks listen": async () => (await import("./commands/webhooks-listen.ts")).webhooksListen,
  "webhooks trigger": async () => (await import("./commands/webhooks-trigger.ts")).webhooksTrigger,
  doctor: async () => (await import("./commands/doctor/doctor.ts")).doctor,
  health: async () => (await import("./commands/health.ts")).health,
  version: async () => (await import("./commands/version.ts")).versionCommand,
}

/** The command that these words begin with. The longest name that fits wins. */
export async function programCommandNamed(words: readonly string[]): Promise<Command | undefined> {
  const names = [2, 1].map((count) => words.slice(0, count).join(" "))
  const name = names.find((said) => Object.hasOwn(loaders, said))
  return name === undefined ? undefined : loaders[name]?.()
}

export function loadProgramCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(loaders).map((load) => load()))
}
