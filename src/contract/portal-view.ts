import { z } from "zod"
import { portalActions, portalPages } from "./portal-actions.ts"
import { createdAt, keyRef, millis } from "./primitives.ts"
import { identityCredits, quota } from "./quota.ts"
import { codes, explainCodes } from "./verdicts.ts"

/** What a customer sees. Nothing here names another object of the workspace than the APIs of the portal. */
export const portalView = z
  .object({
    session: z
      .object({
        sessionId: z.string().describe("Id of the session, which every call sends as `Keyward-Portal`."),
        expires: millis.describe("When the session ends, in Unix milliseconds."),
        actions: z.array(z.enum(portalActions)).describe("What the session may do now."),
        page: z.enum(portalPages).describe("Where the page opens."),
        customer: z.string().optional().describe("Name of the customer. Absent if the link named none."),
        actor: z.string().optional().describe("Name of the person. Absent if the link named none."),
        returnUrl: z.string().optional().describe("Where the page leads back to. Absent if there is no such link."),
        locale: z.string().optional().describe("Language of the page. Absent: that of the browser."),
        openedBy: z
          .string()
          .optional()
          .describe("Name of the member who opened the portal as this customer. Absent in sessions of customers."),
      })
      .describe("The session that makes this call."),
    branding: z
      .object({
        name: z.string().describe("Name of the service."),
        accent: z.string().optional().describe("Color of buttons and links, as `#rrggbb`. Absent: the usual one."),
        logo: z.string().optional().describe("Logo, as a data URL. Absent: the name."),
        logoDark: z.string().optional().describe("Logo on a dark background, as a data URL. Absent: `logo`."),
        docsUrl: z.string().optional().describe("Address of the documentation. Absent: no link."),
        supportUrl: z.string().optional().describe("Address of the support. Absent: no link."),
      })
      .describe("How the page looks."),
    texts: z
      .record(z.string(), z.record(z.string(), z.string()))
      .describe("Texts that replace the English ones, by language and id. Only the language of the session, if set."),
    apis: z
      .array(z.object({ apiId: z.string().describe("Id of the API."), name: z.string().describe("Name of the API.") }))
      .describe("The APIs of the session."),
    permissions: z
      .array(
        z.object({
          slug: z.string().describe("Slug of the permission."),
          title: z.string().describe("What customers read."),
        }),
      )
      .describe("Permissions that a new key can be limited to, or given. Empty: no choice."),
    keys: z
      .object({
        count: z.int().describe("Unexpired keys of the customer in these APIs."),
        limit: z.int().describe("How many there may be."),
        room: z.int().describe("How many more can be created now."),
      })
      .describe("How many keys the customer has."),
    expiry: z
      .object({
        default: z.int().optional().describe("Lifetime of a key without a choice, in milliseconds. Absent: `max`."),
        max: z.int().optional().describe("Longest lifetime, in milliseconds. Absent: keys may live forever."),
      })
      .optional()
      .describe("Lifetime of new keys. Absent: keys may live forever."),
    plan: z
      .object({ name: z.string().describe("Name of the plan.") })
      .optional()
      .describe("The plan of the customer. Absent if there is none."),
    quota: quota.omit({ inherited: true, previous: true }).optional().describe("The quota. Absent if there is none."),
    credits: identityCredits.omit({ lowAt: true }).optional().describe("Prepaid credits. Absent if there are none."),
    limits: z
      .array(
        z.object({
          name: z.string().describe("Name of the rate limit."),
          limit: z.int().describe("How many calls."),
          duration: z.int().describe("In how many milliseconds."),
        }),
      )
      .describe("Rate limits that all keys of the customer share, ascending by name."),
  })
  .meta({ id: "PortalView" })

/** A key as its owner sees it. */
export const portalKey = z
  .object({
    keyId: z.string().describe("Id of the key."),
    apiId: z.string().describe("Id of the API that the key belongs to."),
    name: z.string().optional().describe("Name of the key. Absent if it has none."),
    start: z.string().describe("First characters of the key."),
    enabled: z.boolean().describe("Whether the key works. The service may have disabled it."),
    createdAt,
    lastUsedAt: millis
      .optional()
      .describe("When the key was last used, in Unix milliseconds; up to a minute late. Absent if never."),
    expires: millis.optional().describe("When the key expires, in Unix milliseconds. Absent means never."),
    permissions: z.array(z.string()).describe("Slugs of all permissions that the key holds, ascending."),
    ipAllowlist: z.array(z.string()).describe("Networks (CIDR) that may use the key. Empty means all."),
    rotation: z
      .object({
        startedAt: millis.describe("When the key got its current secret, in Unix milliseconds."),
        previousStart: z.string().describe("First characters of the previous secret."),
        previousExpires: millis.describe("When the previous secret stops working, in Unix milliseconds."),
        previousLastUsedAt: millis
          .optional()
          .describe("When the previous secret was last used in this rotation. Absent if never."),
      })
      .optional()
      .describe("The rotation in progress. Absent if there is none."),
  })
  .meta({ id: "PortalKey" })

export const portalRefusal = z
  .object({
    time: millis.describe("When the call was refused, in Unix milliseconds."),
    code: z.enum(codes).describe(`Why. ${explainCodes(codes)}`),
    keyId: z.string().describe("Id of the key."),
    ip: z.string().optional().describe("IP address of the call, as it was sent. Absent if there was none."),
    exceeded: z
      .array(z.string())
      .optional()
      .describe("Names of the rate limits that refused the call. Absent if none did."),
  })
  .meta({ id: "PortalRefusal" })

export const ownKeyRef = keyRef.describe("Id of a key of the customer.")
