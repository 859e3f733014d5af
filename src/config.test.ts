import { describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { WrongSetting } from "./config/setting.ts"
import { settingList } from "./config/settings.ts"
import { workerEnvironment } from "./config/worker-slot.ts"
import { readConfig } from "./config.ts"

const read = (environment: Record<string, string>, flags: Record<string, string> = {}, isTerminal = false) =>
  readConfig({ environment, flags: new Map(Object.entries(flags)), isTerminal })

function refusalOf(environment: Record<string, string>, flags: Record<string, string> = {}): string {
  try {
    read(environment, flags)
  } catch (error) {
    if (error instanceof WrongSetting) return error.message
    throw error
  }
  throw new Error(`${JSON.stringify(environment)} was accepted.`)
}

test("without a setting, everything has its documented default", () => {
  expect(read({})).toEqual({
    config: {
      host: "127.0.0.1",
      port: 8080,
      dataDir: "./data",
      databaseUrl: undefined,
      databaseConnections: 20,
      redisUrl: undefined,
      publicUrl: undefined,
      portalUrl: undefined,
      docsBase: undefined,
      operatorKey: undefined,
      encryptionKeys: [],
      dashboard: "on",
      backupDir: undefined,
      metricsPort: undefined,
      limiterDown: "closed",
      usageDays: 400,
      oidcIssuer: undefined,
      oidcClientId: undefined,
      oidcClientSecret: undefined,
      oidcDomains: [],
      oidcWorkspace: undefined,
      oidcRole: undefined,
      verificationLog: "sampled",
      logDays: 7,
      logMegabytes: 4096,
      logForm: "json",
      trustedProxies: [],
      webhooks: "on",
      webhookAllow: [],
      verifiers: 1_000,
      nodesPerHost: 1,
      otlpEndpoint: undefined,
      otlpTracesEndpoint: undefined,
      otlpProtocol: "http/protobuf",
      otlpHeaders: {},
      otlpTimeoutMs: 10_000,
      otlpCompression: "none",
      tracesExporter: "otlp",
      telemetryDisabled: "false",
      tracesSampler: "parentbased_always_on",
      tracesSampledShare: 1,
      spanQueueSize: 2_048,
      spanBatchSize: 512,
      spanDelayMs: 5_000,
      spanTimeoutMs: 30_000,
      serviceName: undefined,
      resourceAttributes: {},
      workerSlot: undefined,
    },
    unknown: [],
  })
  expect(read({}, {}, true).config.logForm).toBe("text")
})

test("every setting is read from its variable", () => {
  const key = randomBytes(32)
  const environment = {
    KEYWARD_HOST: "0.0.0.0",
    KEYWARD_PORT: "65535",
    KEYWARD_DATA_DIR: "/var/lib/keyward",
    KEYWARD_DATABASE_URL: "postgresql://u:p@host/db",
    KEYWARD_DATABASE_CONNECTIONS: "10",
    KEYWARD_REDIS_URL: "rediss://u:p%40@host:6380/2",
    KEYWARD_PUBLIC_URL: "https://keys.example.com//",
    KEYWARD_PORTAL_URL: "https://portal.example.com/",
    KEYWARD_DOCS_BASE: "https://docs.example.com/",
    KEYWARD_OPERATOR_KEY: "sixteen-visible-",
    KEYWARD_ENCRYPTION_KEY: key.toString("base64"),
    KEYWARD_DASHBOARD: "off",
    KEYWARD_BACKUP_DIR: "/backups",
    KEYWARD_METRICS_PORT: "9100",
    KEYWARD_LIMITER_DOWN: "open",
    KEYWARD_OIDC_ISSUER: "https://accounts.example.com",
    KEYWARD_OIDC_CLIENT_ID: "keyward",
    KEYWARD_OIDC_CLIENT_SECRET: "secret",
    KEYWARD_OIDC_DOMAINS: "example.com",
    KEYWARD_OIDC_WORKSPACE: "ws_1CeGXWUoiGrkJ5v2n3YvQb",
    KEYWARD_OIDC_ROLE: "viewer",
    KEYWARD_USAGE_DAYS: "30",
    KEYWARD_VERIFICATION_LOG: "refused",
    KEYWARD_LOG_DAYS: "90",
    KEYWARD_LOG_MB: "512",
    KEYWARD_LOG: "text",
    KEYWARD_TRUSTED_PROXIES: "10.1.2.3/8, 2001:DB8::/32",
    KEYWARD_VERIFIERS: "20",
    KEYWARD_NODES_PER_HOST: "auto",
    KEYWARD_WEBHOOKS: "off",
    KEYWARD_WEBHOOK_ALLOW: "192.168.1.1/16",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/",
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://tempo.example.com/otlp/v1/traces",
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
    OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Basic%20a2V5,x-scope-orgid=team",
    OTEL_EXPORTER_OTLP_TIMEOUT: "2000",
    OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
    OTEL_TRACES_EXPORTER: "none",
    OTEL_SDK_DISABLED: "true",
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.01",
    OTEL_BSP_MAX_QUEUE_SIZE: "10000",
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "1000",
    OTEL_BSP_SCHEDULE_DELAY: "1000",
    OTEL_BSP_EXPORT_TIMEOUT: "5000",
    OTEL_SERVICE_NAME: "keys",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=production, team = a%2Cb%20c",
  }
  expect(read(environment)).toEqual({
    config: {
      host: "0.0.0.0",
      port: 65_535,
      dataDir: "/var/lib/keyward",
      databaseUrl: environment.KEYWARD_DATABASE_URL,
      databaseConnections: 10,
      redisUrl: environment.KEYWARD_REDIS_URL,
      publicUrl: "https://keys.example.com",
      portalUrl: "https://portal.example.com",
      docsBase: "https://docs.example.com",
      operatorKey: "sixteen-visible-",
      encryptionKeys: [key],
      dashboard: "off",
      backupDir: "/backups",
      metricsPort: 9_100,
      limiterDown: "open",
      usageDays: 30,
      oidcIssuer: "https://accounts.example.com",
      oidcClientId: "keyward",
      oidcClientSecret: "secret",
      oidcDomains: ["example.com"],
      oidcWorkspace: "ws_1CeGXWUoiGrkJ5v2n3YvQb",
      oidcRole: "viewer",
      verificationLog: "refused",
      logDays: 90,
      logMegabytes: 512,
      logForm: "text",
      trustedProxies: ["10.0.0.0/8", "2001:db8::/32"],
      webhooks: "off",
      webhookAllow: ["192.168.0.0/16"],
      verifiers: 20,
      nodesPerHost: "auto",
      otlpEndpoint: "http://collector:4318/",
      otlpTracesEndpoint: "https://tempo.example.com/otlp/v1/traces",
      otlpProtocol: "http/protobuf",
      otlpHeaders: { authorization: "Basic a2V5", "x-scope-orgid": "team" },
      otlpTimeoutMs: 2_000,
      otlpCompression: "gzip",
      tracesExporter: "none",
      telemetryDisabled: "true",
      tracesSampler: "parentbased_traceidratio",
      tracesSampledShare: 0.01,
      spanQueueSize: 10_000,
      spanBatchSize: 1_000,
      spanDelayMs: 1_000,
      spanTimeoutMs: 5_000,
      serviceName: "keys",
      resourceAttributes: { "deployment.environment.name": "production", team: "a,b c" },
      workerSlot: undefined,
    },
    unknown: [],
  })
  const tested = [...Object.keys(environment), "KEYWARD_ENCRYPTION_KEYS"]
  expect(tested.sort()).toEqual(settingList.map(({ variable }) => String(variable)).sort())
})

test("an empty variable counts as not set", () => {
  expect(read({ KEYWARD_PORT: "", KEYWARD_DATABASE_URL: "", KEYWARD_OPERATOR_KEY: "" })).toEqual(read({}))
})

test("a flag wins over its variable", () => {
  const environment = { KEYWARD_HOST: "0.0.0.0", KEYWARD_PORT: "1", KEYWARD_DATA_DIR: "/one" }
  const flags = { host: "::1", port: "2", data: "/two" }
  expect(read(environment, flags).config).toMatchObject({ host: "::1", port: 2, dataDir: "/two" })
})

test("reports names that look like settings and are none, and those of the client and of tests not", () => {
  const environment = {
    KEYWARD_DATADIR: "/elsewhere",
    KEYWARD_URL: "http://localhost",
    KEYWARD_KEY: "key",
    KEYWARD_PROFILE: "staging",
    KEYWARD_CONFIG_DIR: "/profiles",
    KEYWARD_TEST_SEED: "1",
    PATH: "/bin",
  }
  expect(read(environment).unknown).toEqual(["KEYWARD_DATADIR"])
})

test("the newest encryption key comes first, and each counts once", () => {
  const [newest, middle, oldest] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const listed = `${newest.toString("base64")}, ${middle.toString("base64")}`
  const keysOf = (one: Buffer) =>
    read({ KEYWARD_ENCRYPTION_KEYS: listed, KEYWARD_ENCRYPTION_KEY: one.toString("base64") }).config.encryptionKeys
  expect(keysOf(oldest)).toEqual([newest, middle, oldest])
  expect(keysOf(middle)).toEqual([newest, middle])
})

const oneKey = randomBytes(32).toString("base64")
const seventeenKeys = Array.from({ length: 17 }, () => randomBytes(32).toString("base64")).join(",")
const redisForm = "KEYWARD_REDIS_URL must have the form redis://user:password@host:port/number"

test.each([
  ['KEYWARD_PORT must be a port number from 0 to 65535, not "eighty".', { KEYWARD_PORT: "eighty" }],
  ['KEYWARD_PORT must be a port number from 0 to 65535, not "65536".', { KEYWARD_PORT: "65536" }],
  ['KEYWARD_METRICS_PORT must be a port number from 0 to 65535, not "-1".', { KEYWARD_METRICS_PORT: "-1" }],
  ["KEYWARD_OPERATOR_KEY must have 16 to 512 visible ASCII characters.", { KEYWARD_OPERATOR_KEY: "secretpw" }],
  ["KEYWARD_OPERATOR_KEY must have 16 to 512 visible ASCII", { KEYWARD_OPERATOR_KEY: "secretpw with a space" }],
  ["KEYWARD_ENCRYPTION_KEY must be 32 bytes in base64", { KEYWARD_ENCRYPTION_KEY: "secretpw" }],
  [
    "KEYWARD_ENCRYPTION_KEYS must be at most 16 different keys of 32 bytes each in base64",
    { KEYWARD_ENCRYPTION_KEYS: "secretpw" },
  ],
  ["KEYWARD_ENCRYPTION_KEYS must be at most 16 different keys", { KEYWARD_ENCRYPTION_KEYS: `${oneKey},${oneKey}` }],
  ["KEYWARD_ENCRYPTION_KEYS must be at most 16 different keys", { KEYWARD_ENCRYPTION_KEYS: seventeenKeys }],
  ['KEYWARD_LOG must be json, text or otel, not "xml".', { KEYWARD_LOG: "xml" }],
  [
    'OTEL_RESOURCE_ATTRIBUTES must have the form name=value,name=value; write , and = in a value as %2C and %3D, not "team".',
    { OTEL_RESOURCE_ATTRIBUTES: "team" },
  ],
  ['OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf, not "grpc".', { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }],
  [
    "OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL without user, password, query and fragment.",
    { OTEL_EXPORTER_OTLP_ENDPOINT: "https://user:secretpw@collector" },
  ],
  ["OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL", { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }],
  [
    "OTEL_EXPORTER_OTLP_HEADERS must have the form name=value,name=value",
    { OTEL_EXPORTER_OTLP_HEADERS: "authorization: secretpw" },
  ],
  [
    "OTEL_EXPORTER_OTLP_HEADERS must have the form name=value,name=value",
    { OTEL_EXPORTER_OTLP_HEADERS: "authorization=secretpw%0d%0ax" },
  ],
  ['OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "1 %".', { OTEL_TRACES_SAMPLER_ARG: "1 %" }],
  ['OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "1.01".', { OTEL_TRACES_SAMPLER_ARG: "1.01" }],
  [
    "OTEL_TRACES_SAMPLER must be parentbased_always_on, parentbased_always_off, ",
    { OTEL_TRACES_SAMPLER: "jaeger_remote" },
  ],
  ['OTEL_SDK_DISABLED must be true or false, not "yes".', { OTEL_SDK_DISABLED: "yes" }],
  ['KEYWARD_LIMITER_DOWN must be closed or open, not "ajar".', { KEYWARD_LIMITER_DOWN: "ajar" }],
  ['KEYWARD_PUBLIC_URL must be an http or https URL without a path, not "nowhere".', { KEYWARD_PUBLIC_URL: "nowhere" }],
  [
    'KEYWARD_PUBLIC_URL must be an http or https URL without a path, not "https://example.com/keys".',
    { KEYWARD_PUBLIC_URL: "https://example.com/keys" },
  ],
  ['KEYWARD_DOCS_BASE must be an http or https URL, not "ftp://docs".', { KEYWARD_DOCS_BASE: "ftp://docs" }],
  ["KEYWARD_DATABASE_URL must have the form postgres://", { KEYWARD_DATABASE_URL: "mysql://u:secretpw@h/d" }],
  [redisForm, { KEYWARD_REDIS_URL: "http://:secretpw@h" }],
  [redisForm, { KEYWARD_REDIS_URL: "redis://:secretpw@h/name" }],
  [redisForm, { KEYWARD_REDIS_URL: "redis://:secretpw%zz@h/1" }],
  ["KEYWARD_TRUSTED_PROXIES must be networks such as 10.0.0.0/8", { KEYWARD_TRUSTED_PROXIES: "10.0.0.0/8,all" }],
] as [string, Record<string, string>][])("refuses, without repeating a secret: %s", (message, environment) => {
  const refusal = refusalOf(environment)
  expect(refusal).toStartWith(message)
  expect(refusal).not.toContain("secretpw")
  for (const key of [oneKey, ...seventeenKeys.split(",")]) expect(refusal).not.toContain(key)
})

test("refuses a wrong flag under the name of the flag", () => {
  expect(refusalOf({ KEYWARD_PORT: "80" }, { port: "70000" })).toBe(
    '--port must be a port number from 0 to 65535, not "70000".',
  )
})

describe("one of several processes on a host", () => {
  const asThird = workerEnvironment({ number: 3, count: 8, port: 4_000 })

  test("has the port that all share and a port for its own metrics", () => {
    const { config } = read({ ...asThird, KEYWARD_PORT: "0", KEYWARD_METRICS_PORT: "9100" })
    expect(config).toMatchObject({ port: 4_000, metricsPort: 9_102, workerSlot: { number: 3, count: 8 } })
  })

  test("leaves it to its supervisor to report unknown settings", () => {
    const environment = { KEYWARD_FROBNICATE: "1" }
    expect(read(environment).unknown).toEqual(["KEYWARD_FROBNICATE"])
    expect(read({ ...environment, ...asThird }).unknown).toEqual([])
  })

  test("has as many connections to PostgreSQL as any other process", () => {
    const connections = (count: number) =>
      read(workerEnvironment({ number: 1, count, port: 1 })).config.databaseConnections
    expect([1, 2, 8, 64].map(connections)).toEqual([20, 20, 20, 20])
    expect(read({ ...asThird, KEYWARD_DATABASE_CONNECTIONS: "50" }).config.databaseConnections).toBe(50)
  })
})

test.each(["0", "257", "2.5", "-1", "two", "1e2"])("refuses %p processes per host", (text) => {
  expect(() => read({ KEYWARD_NODES_PER_HOST: text })).toThrow(
    `KEYWARD_NODES_PER_HOST must be auto or a number from 1 to 256, not "${text}".`,
  )
})

test.each(["9", "1e3", "many"])("refuses %p connections to PostgreSQL", (text) => {
  expect(() => read({ KEYWARD_DATABASE_CONNECTIONS: text })).toThrow(
    `KEYWARD_DATABASE_CONNECTIONS must be a number from 10 to 9999, not "${text}".`,
  )
})
