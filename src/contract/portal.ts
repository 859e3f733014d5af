import { z } from "zod"
import { portalActions, portalPages } from "./portal-actions.ts"
import { httpsUrl, logoImage, siteOrigin } from "./portal-forms.ts"
import { createdAt, int, millis, printedText, ref, slug, text, updatedAt } from "./primitives.ts"

/** How long a key of a portal may live: a minute to ten years. */
const lifetime = int(60_000, 315_576_000_000)

const textBytes = 65_536

/** A record schema drops an own `__proto__` in silence. */
function withoutPrototypeField<Schema extends z.ZodType>(record: Schema) {
  return z.preprocess((value, context) => {
    if (typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__")) {
      context.addIssue({ code: "custom", message: "must not have a field named __proto__" })
    }
    return value
  }, record)
}

const textsById = z.record(
  z
    .string()
    .max(64)
    .regex(/^[a-z][A-Za-z0-9.]*$/, { error: "must be the id of a text, such as keys.title" }),
  text(1, 1_000),
)

const language = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, { error: "must be a language tag such as de or pt-BR" })

/** Texts of the page by language and id; the page says which ids there are. */
const texts = withoutPrototypeField(z.record(language, withoutPrototypeField(textsById)))
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= textBytes, {
    error: `must be at most ${textBytes} bytes as compact JSON`,
  })
  .meta({ id: "PortalTexts", examples: [{ de: { "keys.title": "Ihre Schlüssel" } }] })

const offeredPermission = z
  .strictObject({
    slug: slug.describe("Slug of the permission."),
    title: printedText(1, 64).describe("What customers read."),
  })
  .meta({ id: "PortalPermission", examples: [{ slug: "documents.read", title: "Read documents" }] })

const keyExpiry = z
  .strictObject({
    default: lifetime.optional().describe("Lifetime of a key for which the customer chooses none, in milliseconds."),
    max: lifetime.optional().describe("Longest lifetime, in milliseconds. With it, every key expires."),
  })
  .refine(({ default: usual, max }) => usual === undefined || max === undefined || usual <= max, {
    error: "must not be longer than `max`",
    path: ["default"],
  })
  .meta({ id: "PortalExpiry" })

/** The fields of a portal that people choose. */
export const portalFields = {
  enabled: z.boolean(),
  apis: z.array(ref).max(20),
  actions: z.array(z.enum(portalActions)).max(portalActions.length),
  permissions: z.array(offeredPermission).max(50),
  permissionsFrom: z.enum(["plan", "portal"]),
  maxKeys: int(1, 1_000),
  expiry: keyExpiry,
  name: printedText(1, 64),
  accent: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, { error: "must be a color such as #0a7d5a" })
    .toLowerCase(),
  logo: logoImage,
  docsUrl: httpsUrl,
  returnOrigins: z.array(siteOrigin).max(20),
  texts,
}

export const portalTexts = {
  enabled: "Whether the portal works. If not, no session of it does.",
  apis: "Ids of the APIs whose keys customers manage. Keys of other APIs do not exist in the portal.",
  actions:
    "What customers may do: `create`, `rename`, `restrict` (to networks), `rotate` and `revoke` keys, see `usage`, and see `refusals`.",
  permissions: "Permissions that customers can choose for a new key.",
  permissionsFrom:
    "Which of these customers can choose. `plan`: those that their identity or plan has, and a key with a choice is scoped. `portal`: all, and the key holds them whatever the plan.",
  maxKeys: "How many unexpired keys a customer may have in these APIs. `maxKeys` of the plan applies too.",
  expiry: "Lifetime of new keys.",
  name: "What customers read at the top. Default: the name of the workspace.",
  accent: "Color of buttons and links, as `#rrggbb`.",
  logo: "Logo, as a data URL with a PNG, JPEG or WebP image of at most 32 KiB.",
  logoDark: "Logo on a dark background, in the same form.",
  docsUrl: "Address of your documentation, with `https`.",
  supportUrl: "Address at which customers get help, with `https`.",
  returnOrigins: "Origins to which a session can lead back, with `https`; on this machine also `http`.",
  frameAncestors:
    "Origins of pages that may embed the portal, in the same form. They need KEYWARD_PORTAL_URL with an origin of its own.",
  texts: "Texts that replace the English ones, by language and id.",
}

export const portal = z
  .object({
    enabled: z.boolean().describe(portalTexts.enabled),
    apis: z.array(z.string()).describe(portalTexts.apis),
    actions: z.array(z.enum(portalActions)).describe(portalTexts.actions),
    permissions: z.array(offeredPermission).describe(portalTexts.permissions),
    permissionsFrom: portalFields.permissionsFrom.describe(portalTexts.permissionsFrom),
    maxKeys: z.int().describe(portalTexts.maxKeys),
    expiry: keyExpiry.optional().describe(`${portalTexts.expiry} Absent: keys never expire by themselves.`),
    name: z.string().describe(portalTexts.name),
    accent: z.string().optional().describe(`${portalTexts.accent} Absent: the usual one.`),
    logo: z.string().optional().describe(`${portalTexts.logo} Absent: the name.`),
    logoDark: z.string().optional().describe(`${portalTexts.logoDark} Absent: \`logo\`.`),
    docsUrl: z.string().optional().describe(`${portalTexts.docsUrl} Absent: no link.`),
    supportUrl: z.string().optional().describe(`${portalTexts.supportUrl} Absent: no link.`),
    returnOrigins: z.array(z.string()).describe(portalTexts.returnOrigins),
    frameAncestors: z.array(z.string()).describe(portalTexts.frameAncestors),
    texts: texts.optional().describe(`${portalTexts.texts} Absent: none.`),
    url: z
      .string()
      .optional()
      .describe("Where the portal is. Links of portal.createSession add a token. Absent if this server has no portal."),
    createdAt: millis
      .optional()
      .describe("When it was first changed, in Unix milliseconds. Absent if never, so that everything is as at first."),
    updatedAt,
  })
  .meta({ id: "Portal" })

const sessionTexts = {
  customer: "Name of the customer, as the page shows it.",
  actor: "Name of the person who manages the keys, as the page and events show it.",
  returnUrl: "Where the page leads back to.",
  locale: "Language of the page, such as `de`.",
  page: "Where the page opens.",
}

const locale = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, { error: "must be a language tag such as de or pt-BR" })

/** What a link says about its session. */
export const portalSessionFields = {
  customer: printedText(1, 128).optional().describe(sessionTexts.customer),
  actor: printedText(1, 128).optional().describe(sessionTexts.actor),
  returnUrl: text(1, 2_048)
    .optional()
    .describe(`${sessionTexts.returnUrl} Its origin must be one of \`returnOrigins\`.`),
  locale: locale.optional().describe(`${sessionTexts.locale} Default: that of the browser.`),
  page: z.enum(portalPages).default("keys").describe(sessionTexts.page),
}

const shownSession = {
  sessionId: z.string().describe("Id of the session."),
  expires: millis.describe("When the session ends, in Unix milliseconds."),
  customer: z.string().optional().describe(`${sessionTexts.customer} Absent if the link named none.`),
  actor: z.string().optional().describe(`${sessionTexts.actor} Absent if the link named none.`),
}

export const portalSession = z
  .object({
    ...shownSession,
    expires: millis.describe("When the session ends, in Unix milliseconds; before it is opened, when its link ends."),
    identityId: z.string().describe("Id of the customer."),
    externalId: z.string().optional().describe("Your own id of the customer. Absent if the identity was deleted."),
    apis: z.array(z.string()).optional().describe("Ids of the APIs of the session. Absent: all of the portal."),
    actions: z
      .array(z.enum(portalActions))
      .optional()
      .describe("What the session may do, as far as the portal has it. Absent: all that the portal has."),
    madeBy: z
      .object({
        type: z.enum(["root_key", "user"]).describe("What made the link."),
        id: z.string().describe("Id of the root key or the user."),
      })
      .describe("Who made the link. The session works only while this caller may make one."),
    createdAt,
    openedAt: millis.optional().describe("When the link was opened, in Unix milliseconds. Absent if it was not."),
  })
  .meta({ id: "PortalSession" })

export const portalToken = text(1, 128).describe("The part of the link after `#`.")
export const portalSessionRef = ref.describe("Id of the portal session.")
