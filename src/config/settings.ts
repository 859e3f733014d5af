import {
  anyText,
  differentEncryptionKeys,
  domainNames,
  encryptionKey,
  httpOrigin,
  httpOriginOrOff,
  httpUrl,
  issuerUrl,
  networks,
  oneOf,
  portNumber,
  postgresUrl,
  redisUrl,
  secretText,
  visibleText,
  wholeNumber,
  wholeNumberOr,
  workspaceId,
} from "./forms.ts"
import { absent, always, type Setting, setting } from "./setting.ts"
import { telemetrySettings } from "./telemetry.ts"

/**
 * All settings of the server by their field in `Config`, in the order of the table of settings. Reading, messages, the
 * table in docs/settings.md and in `keyward serve --help`, and the flags of commands follow from this declaration.
 */
export const settings = {
  host: setting({
    variable: "KEYWARD_HOST",
    flag: { name: "host", placeholder: "ADDRESS" },
    form: anyText,
    default: always("127.0.0.1"),
    purpose: "Address to listen on.",
  }),
  port: setting({
    variable: "KEYWARD_PORT",
    flag: { name: "port", placeholder: "PORT" },
    form: portNumber,
    default: always(8080),
    purpose: "Port to listen on; 0 picks a free one.",
  }),
  dataDir: setting({
    variable: "KEYWARD_DATA_DIR",
    flag: { name: "data", placeholder: "FOLDER" },
    form: anyText,
    default: always("./data"),
    purpose: "Folder of the embedded database. Keyward creates it with mode 0700.",
  }),
  databaseUrl: setting({
    variable: "KEYWARD_DATABASE_URL",
    form: postgresUrl,
    default: absent(),
    purpose: "`postgres://…` uses PostgreSQL (15 or newer) instead of the embedded database.",
  }),
  databaseConnections: setting({
    variable: "KEYWARD_DATABASE_CONNECTIONS",
    form: wholeNumber({ from: 10, to: 9_999 }),
    // Three nodes, and one more during an upgrade, fit a PostgreSQL with its default of 100 connections.
    default: always(20),
    purpose: "Maximum PostgreSQL connections per process. Keep the total of all processes below max_connections.",
  }),
  redisUrl: setting({
    variable: "KEYWARD_REDIS_URL",
    form: redisUrl,
    default: absent(),
    purpose: "`redis://…` or `rediss://…` (TLS) counts the rate limits of all nodes on Redis (7 or newer) or Valkey.",
  }),
  operatorKey: setting({
    variable: "KEYWARD_OPERATOR_KEY",
    form: secretText({ from: 16, to: 512 }),
    default: absent("generated, shown once"),
    purpose: "Sets the operator key.",
  }),
  encryptionKey: setting({
    variable: "KEYWARD_ENCRYPTION_KEY",
    form: encryptionKey,
    default: absent(),
    purpose: "Encrypts recoverable keys: 32 bytes in base64. Store it outside the database, and back it up.",
  }),
  /** Newest first. */
  encryptionKeys: setting({
    variable: "KEYWARD_ENCRYPTION_KEYS",
    form: differentEncryptionKeys(16),
    default: { shown: "none", value: () => [] },
    purpose:
      "Several encryption keys, newest first, separated by commas. The first encrypts, all decrypt. KEYWARD_ENCRYPTION_KEY counts as the oldest.",
  }),
  publicUrl: setting({
    variable: "KEYWARD_PUBLIC_URL",
    form: httpOrigin,
    default: absent("http://localhost:<port>"),
    purpose: "Origin that clients and browsers use to reach the server. People can sign in only there.",
  }),
  portalUrl: setting({
    variable: "KEYWARD_PORTAL_URL",
    form: httpOriginOrOff,
    default: absent("the public URL"),
    purpose:
      "Origin of the portal for customers. Another one than the public URL serves the portal only, and other sites may embed it. `off` removes the portal.",
  }),
  docsBase: setting({
    variable: "KEYWARD_DOCS_BASE",
    form: httpUrl,
    default: absent("the public URL"),
    purpose: "Start of the `type` URL of every error.",
  }),
  dashboard: setting({
    variable: "KEYWARD_DASHBOARD",
    form: oneOf("on", "off"),
    default: always("on"),
    purpose: "`off` removes the dashboard and the pages on which people sign in. The API stays.",
  }),
  backupDir: setting({
    variable: "KEYWARD_BACKUP_DIR",
    form: anyText,
    default: absent(),
    purpose:
      "Folder of your backups. The metrics then show the time of the newest `.db` or `.dump` file and the free space.",
  }),
  metricsPort: setting({
    variable: "KEYWARD_METRICS_PORT",
    form: portNumber,
    default: absent(),
    purpose: "Serves GET /metrics on this port only, instead of the main one.",
  }),
  limiterDown: setting({
    variable: "KEYWARD_LIMITER_DOWN",
    form: oneOf("closed", "open"),
    default: always("closed"),
    purpose: "Rate limits while Redis is unreachable: `closed` returns 503, `open` skips them.",
  }),
  trustedProxies: setting({
    variable: "KEYWARD_TRUSTED_PROXIES",
    form: networks,
    default: { shown: "none", value: () => [] },
    purpose: "Networks (CIDR, separated by commas) of proxies whose X-Forwarded-For the log uses.",
  }),
  webhooks: setting({
    variable: "KEYWARD_WEBHOOKS",
    form: oneOf("on", "off"),
    default: always("on"),
    purpose: "`off`: this process sends no webhooks. Use it for a restored copy.",
  }),
  webhookAllow: setting({
    variable: "KEYWARD_WEBHOOK_ALLOW",
    form: networks,
    default: { shown: "none", value: () => [] },
    purpose:
      "Networks (CIDR, separated by commas) that webhooks may reach although they are not public, with `http` too.",
  }),
  oidcIssuer: setting({
    variable: "KEYWARD_OIDC_ISSUER",
    form: issuerUrl,
    default: absent(),
    purpose: "Issuer URL of the OpenID Connect provider with which people sign in.",
  }),
  oidcClientId: setting({
    variable: "KEYWARD_OIDC_CLIENT_ID",
    form: visibleText({ from: 1, to: 512 }),
    default: absent(),
    purpose: "Client id of Keyward at the provider.",
  }),
  oidcClientSecret: setting({
    variable: "KEYWARD_OIDC_CLIENT_SECRET",
    form: secretText({ from: 1, to: 512 }),
    default: absent(),
    purpose: "Client secret of Keyward at the provider. Leave it out for a public client.",
  }),
  oidcDomains: setting({
    variable: "KEYWARD_OIDC_DOMAINS",
    form: domainNames,
    default: { shown: "none", value: () => [] },
    purpose:
      "Domains (separated by commas) whose people join automatically. The provider must have verified their address.",
  }),
  oidcWorkspace: setting({
    variable: "KEYWARD_OIDC_WORKSPACE",
    form: workspaceId,
    default: absent(),
    purpose: "Id of the workspace that these people join.",
  }),
  oidcRole: setting({
    variable: "KEYWARD_OIDC_ROLE",
    form: oneOf("viewer", "developer"),
    default: absent("people must be invited"),
    purpose: "Role of these people: `viewer` or `developer`. Needs the two settings above.",
  }),
  usageDays: setting({
    variable: "KEYWARD_USAGE_DAYS",
    form: wholeNumber({ from: 2, to: 3_650 }),
    default: always(400),
    purpose: "Days for which usage is kept by hour. Usage by day is kept forever.",
  }),
  verificationLog: setting({
    variable: "KEYWARD_VERIFICATION_LOG",
    form: oneOf("sampled", "all", "refused", "off"),
    default: always("sampled"),
    purpose:
      "Verifications in the log of usage.listVerifications: `all`, `refused` ones only, `off`, or `sampled` above 50 a second.",
  }),
  logDays: setting({
    variable: "KEYWARD_LOG_DAYS",
    form: wholeNumber({ from: 1, to: 400 }),
    default: always(7),
    purpose: "Days for which verifications stay in the log.",
  }),
  logMegabytes: setting({
    variable: "KEYWARD_LOG_MB",
    form: wholeNumber({ from: 8, to: 10_000_000 }),
    default: always(4_096),
    purpose: "Disk space for the verification log, in MiB. When it is full, the oldest verifications are deleted.",
  }),
  logForm: setting({
    variable: "KEYWARD_LOG",
    form: oneOf("json", "text", "otel"),
    default: { shown: "text on a terminal, else json", value: ({ isTerminal }) => (isTerminal ? "text" : "json") },
    purpose: "Format of the log on stderr: `json`, `text`, or `otel` with the names of OpenTelemetry.",
  }),
  verifiers: setting({
    variable: "KEYWARD_VERIFIERS",
    form: wholeNumber({ from: 0, to: 10_000 }),
    default: always(1_000),
    purpose: "Maximum verifiers in applications that connect to one process. 0 turns their endpoint off.",
  }),
  nodesPerHost: setting({
    variable: "KEYWARD_NODES_PER_HOST",
    form: wholeNumberOr("auto", { from: 1, to: 256 }),
    default: always(1),
    purpose:
      "Number of processes that share the port, or `auto` for one per core. More than one needs Linux, PostgreSQL and Redis.",
  }),
  ...telemetrySettings,
}

export const settingList: readonly Setting[] = Object.values(settings)
