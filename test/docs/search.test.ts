import { beforeAll, describe, expect, test } from "bun:test"
import { codeMeanings, codes } from "../../src/contract/verdicts.ts"
import { createSearch } from "../../src/http/pages/search/rank.client.js"
import { serveKeyward } from "../harness/serve-keyward.ts"

const server = serveKeyward({ engine: "sqlite" })

/** What new users search for, and the page that must be among the first three results. */
const queries: Readonly<Record<string, string>> = {
  "rotate api key": "/docs/guides/rotate-keys",
  "leaked key": "/docs/guides/leaked-key",
  "revoke key": "/reference/keys.deleteKey",
  "unkey migration": "/docs/guides/move-from-unkey",
  "import keys": "/reference/keys.migrateKeys",
  "rate limit per plan": "/docs/guides/plans",
  "per customer limit": "/docs/guides/plans",
  "credits refill": "/docs/guides/credits",
  "prepaid credits": "/docs/guides/credits",
  "usage billing": "/docs/guides/usage-and-billing",
  invoice: "/docs/guides/usage-and-billing",
  stripe: "/docs/guides/usage-and-billing",
  cors: "/docs/client#in-browsers",
  java: "/docs/examples/curl",
  python: "/docs/examples/python",
  "fastapi guard": "/docs/guides/verify-in-python",
  "go sdk": "/docs/go-client",
  "golang middleware": "/docs/guides/verify-in-go",
  "express middleware": "/docs/examples/express",
  nextjs: "/docs/examples/nextjs",
  "audit log": "/reference/events.listEvents",
  "gdpr delete customer": "/docs/guides/erase-data",
  "delete customer gdpr": "/docs/guides/erase-data",
  "sso okta": "/docs/guides/single-sign-on",
  passkey: "/docs/guides/people-and-roles#passkeys",
  "invite teammate": "/reference/members.inviteMember",
  "multi tenant": "/docs/concepts#workspace",
  "docker compose": "/docs/guides/docker-compose",
  opentelemetry: "/docs/guides/traces-and-metrics",
  "grafana tempo traces": "/docs/guides/traces-and-metrics",
  jaeger: "/docs/guides/traces-and-metrics",
  "kubernetes helm": "/docs/guides/kubernetes",
  "how to install": "/docs/install",
  upgrade: "/docs/production#upgrade-without-downtime",
  "backup restore": "/docs/production#backup-and-restore",
  "postgres redis": "/docs/redis",
  terraform: "/docs/cli",
  "receive webhooks": "/docs/guides/webhooks",
  "429": "/docs/troubleshooting#429-on-management-calls",
  "error 403": "/api-reference/errors-v2/service",
  latency: "/docs/speed",
}

/** The page that must come first. */
const firstResults: Readonly<Record<string, string>> = {
  "rotate api key": "/reference/keys.rotateKey",
  "unkey migration": "/docs/guides/move-from-unkey",
  cors: "/docs/client#in-browsers",
  java: "/docs/examples/curl",
  "go sdk": "/docs/guides/verify-in-go",
  terraform: "/docs/cli",
  "health check endpoint": "/docs/production#health-checks",
  "readiness probe": "/docs/production#health-checks",
  "load balancer health": "/docs/production#health-checks",
  "restore backup": "/docs/production#backup-and-restore",
  "disk full": "/docs/production#a-full-disk",
  "production checklist": "/docs/production",
  "refund credits": "/docs/guides/credits",
  "prepaid credits": "/docs/guides/quotas-and-credits",
  "closed by default": "/docs/guides/quotas-and-credits#prepaid-closed-by-default",
  "default plan": "/docs/guides/plans#the-default-plan",
  RATE_LIMITED: "/docs/concepts#rate-limits",
  USAGE_EXCEEDED: "/docs/concepts#quotas-and-credits",
  INSUFFICIENT_PERMISSIONS: "/docs/concepts#permissions-and-roles",
  FORBIDDEN: "/docs/troubleshooting#every-verification-is-forbidden",
  NOT_FOUND: "/docs/troubleshooting#every-verification-is-not_found",
  DISABLED: "/docs/guides/disable-a-customer",
  EXPIRED: "/docs/concepts#key",
  VALID: "/docs/client/verify#codes",
  "dashboard password forgotten": "/docs/guides/people-and-roles#forgotten-passwords",
  "forgot password": "/docs/guides/people-and-roles#forgotten-passwords",
  "log out everyone": "/docs/guides/people-and-roles#sessions",
  logout: "/docs/guides/people-and-roles#sessions",
  "sign in": "/docs/guides/people-and-roles#sign-in",
  gdpr: "/docs/guides/erase-data",
  "right to be forgotten": "/docs/guides/erase-data",
  "subject access request": "/docs/guides/erase-data",
  "customer portal": "/docs/guides/customer-portal",
}

describe("the search of the docs and the reference", () => {
  let search: ReturnType<typeof createSearch>
  beforeAll(async () => {
    search = createSearch(await (await fetch(`${server.url}/search.json`)).json())
  })
  const pathsFor = (query: string) => search(query, 3).entries.map(({ path }) => path)

  test.each(Object.entries(queries))("finds for “%s” the page %s", (query, path) => {
    expect(pathsFor(query)).toContain(path)
    expect(search(query).matchesAll).toBe(true)
  })

  test.each(Object.entries(firstResults))("shows for “%s” %s first", (query, path) => {
    expect(pathsFor(query)[0]).toBe(path)
  })

  test("has every code of a verification as an entry", () => {
    for (const code of codes) {
      const [first] = search(code).entries
      expect(first).toMatchObject({ title: code, kind: "code", text: codeMeanings[code].replaceAll("`", "") })
    }
  })

  test.each(["java", "kotlin sdk", "terraform"])("says for “%s” that Keyward does not have it", (query) => {
    const [first] = search(query).entries
    expect(first?.kind).toBe("absent")
    expect(first?.text).toMatch(/no (client|provider)/)
  })

  test("finds the guide for a misspelled name, and says that it is not what was typed", () => {
    const { entries, matchesAll } = search("kuberentes")
    expect([entries[0]?.path, matchesAll]).toEqual(["/docs/guides/kubernetes", false])
  })
})
