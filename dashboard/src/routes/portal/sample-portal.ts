import type { PortalKey, PortalView } from "@keyward/client"
import { dayMs, hourMs, minuteMs } from "../../../../src/core/durations.ts"
import type { PortalApi } from "../../portal/portal-api.ts"
import { type PortalDraft, textsOfRows } from "./portal-draft.ts"

export type SampleScreen = "keys" | "create" | "usage" | "empty"

/** What a customer of the portal would see, if it had these settings. */
export function sampleView(draft: PortalDraft, workspaceName: string, screen: SampleScreen): PortalView {
  const { accent, logo, logoDark, docsUrl, supportUrl, expiry, returnOrigins } = draft
  const limit = Number(draft.maxKeys) || 20
  const count = screen === "empty" ? 0 : 2
  const [returnUrl] = returnOrigins.split(/\s+/).filter((one) => URL.canParse(one))
  return {
    session: {
      sessionId: "pts_sample",
      expires: Date.now() + hourMs,
      actions: [...draft.actions],
      page: screen === "empty" ? "keys" : screen,
      customer: "Acme Ltd",
      actor: "Grace Hopper",
      ...(returnUrl !== undefined && { returnUrl }),
    },
    branding: {
      name: draft.name.trim() || workspaceName,
      ...(/^#[0-9a-f]{6}$/i.test(accent) && { accent }),
      ...(logo !== "" && { logo }),
      ...(logoDark !== "" && { logoDark }),
      ...(docsUrl !== "" && { docsUrl }),
      ...(supportUrl !== "" && { supportUrl }),
    },
    texts: textsOfRows(draft.texts),
    apis: [{ apiId: "api_sample", name: "API" }],
    permissions: draft.permissions.map(({ slug, title }) => ({ slug, title })),
    keys: { count, limit, room: Math.max(0, limit - count) },
    ...(Object.keys(expiry).length > 0 && { expiry }),
    plan: { name: "Growth" },
    quota: {
      limit: 10_000,
      interval: "monthly",
      overage: 0,
      used: 6_240,
      overageUsed: 0,
      resets: Date.now() + 12 * dayMs,
    },
    limits: [{ name: "requests", limit: 600, duration: minuteMs }],
  }
}

/** Nothing is sent anywhere: the preview shows, and does not act. */
export function sampleApi(view: PortalView, screen: SampleScreen): PortalApi {
  const now = Date.now()
  const nothing = () => Promise.resolve({})
  return {
    getView: () => Promise.resolve(view),
    listKeys: () => Promise.resolve({ items: screen === "empty" ? [] : sampleKeys(now), cursor: undefined }),
    createKey: () => new Promise(() => {}),
    updateKey: nothing,
    rotateKey: () => new Promise(() => {}),
    finishRotation: nothing,
    deleteKey: nothing,
    endSession: nothing,
    listRefusals: () => Promise.resolve({ items: [], cursor: undefined }),
    getUsage: ({ interval = "day" }) => Promise.resolve(sampleUsage(now, interval)),
  }
}

function sampleKeys(now: number): readonly PortalKey[] {
  const common = { apiId: "api_sample", enabled: true, permissions: [], ipAllowlist: [] }
  return [
    {
      ...common,
      ...{ keyId: "key_production", name: "Production", start: "sk_9bSY" },
      ...{ createdAt: now - 80 * dayMs, lastUsedAt: now - 2 * minuteMs },
      rotation: {
        startedAt: now - hourMs,
        previousStart: "sk_Q8BH",
        previousExpires: now + 23 * hourMs,
        previousLastUsedAt: now - 9 * minuteMs,
      },
    },
    {
      ...common,
      ...{ keyId: "key_laptop", name: "Laptop", start: "sk_BKW2" },
      ...{ createdAt: now - 9 * dayMs, lastUsedAt: now - 3 * dayMs, expires: now + 60 * dayMs },
    },
  ]
}

const sampleCounts = [812, 960, 1_024, 431, 388, 1_207, 1_418]

function sampleUsage(now: number, interval: "minute" | "hour" | "day" | "month" | "total") {
  const start = now - (now % dayMs)
  const times = sampleCounts.map((_, day) => start - (sampleCounts.length - 1 - day) * dayMs)
  const refused = sampleCounts.map((count) => Math.round(count / 40))
  const group = (code: "VALID" | "RATE_LIMITED", counts: readonly number[]) => ({
    ...{ code, counts: [...counts], total: sum(counts), credits: 0, creditCounts: counts.map(() => 0) },
  })
  const groups = [group("VALID", sampleCounts), group("RATE_LIMITED", refused)]
  const total = sum(sampleCounts) + sum(refused)
  return { from: times[0] ?? start, to: start + dayMs, interval, times, total, groups, credits: 0 }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
