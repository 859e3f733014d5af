import type { Api, KeysCreateKeyInput } from "@keyward/client"
import { effectivePermissions } from "../../../../src/core/effective-permissions.ts"
import { useCustomerNamed } from "../../parts/fields/use-customer.ts"
import { refillText } from "../../parts/keys/credits-fields.tsx"
import { useRead } from "../../queries.ts"
import { Card } from "../../ui/card.tsx"
import { formatExact, formatPer, formatWhole, visibleText } from "../../ui/format.ts"
import css from "./abilities.module.css"

interface AbilitiesProps {
  readonly request: KeysCreateKeyInput
  readonly api: Api | undefined
}

/** In sentences, what the key will be able to do. */
export function Abilities({ request, api }: AbilitiesProps) {
  const { data: roles = [] } = useRead(["role-options", ""], (client) => client.permissions.listRoles({ limit: 50 }))
  const granted = (request.roles ?? []).flatMap(
    (name) => roles.find((role) => role.name === name)?.permissions.map(({ slug }) => slug) ?? [],
  )
  const customer = useCustomerNamed(request.externalId)
  const sentences = [
    belongingOf(request, api),
    ...(customer?.enabled === false
      ? [`${customer.externalId} is disabled: the key is refused until you enable the customer.`]
      : []),
    ...limitsOf(request),
    creditsOf(request),
    permissionsOf(request, granted, customer?.permissions ?? []),
    ...(request.scoped ? [`It never holds a permission that ${request.externalId} does not have.`] : []),
    ...addressesOf(request, api),
    request.expires === undefined
      ? "It works until you disable or delete it."
      : `It works until ${formatExact(request.expires)}.`,
    request.recoverable
      ? "People with the right to decrypt can show the secret again."
      : "The secret is shown once. Keyward stores only its hash.",
  ]
  return (
    <Card title="What this key will be able to do">
      <ul className={css.list}>
        {sentences.map((sentence) => (
          <li key={sentence}>{visibleText(sentence)}</li>
        ))}
      </ul>
    </Card>
  )
}

function belongingOf({ externalId }: KeysCreateKeyInput, api: Api | undefined): string {
  const name = api?.name ?? "the API"
  return externalId === undefined
    ? `It calls ${name}, for no particular customer.`
    : `It calls ${name} for ${externalId}.`
}

function limitsOf({ ratelimits = [] }: KeysCreateKeyInput): readonly string[] {
  if (ratelimits.length === 0) return ["No rate limit of its own."]
  return ratelimits.map(({ name, limit, duration, autoApply = false }) => {
    const known = Number.isFinite(limit) && Number.isFinite(duration)
    const rate = known ? `${formatWhole(limit)} ${formatPer(duration)}` : "…"
    return autoApply
      ? `${name}: ${rate}, then RATE_LIMITED.`
      : `${name}: ${rate}, counted only when a verification names it.`
  })
}

function creditsOf({ credits }: KeysCreateKeyInput): string {
  if (credits === undefined || credits.remaining === null) return "Any number of verifications."
  const count = Number.isFinite(credits.remaining) ? formatWhole(credits.remaining) : "…"
  const refill = credits.refill ? `, refilled to ${refillText(credits.refill)}` : ""
  return `${count} credits${refill}, then USAGE_EXCEEDED.`
}

function permissionsOf(
  { externalId, permissions = [], roles = [], scoped = false }: KeysCreateKeyInput,
  granted: readonly string[],
  inherited: readonly string[],
): string {
  const all = effectivePermissions({ own: [...new Set([...permissions, ...granted])], inherited, scoped })
  const sources = [
    ...(roles.length === 0 ? [] : [`role ${roles.join(", ")}`]),
    ...(scoped || inherited.length === 0 ? [] : [`customer ${externalId}`]),
  ]
  const from = sources.length === 0 ? "" : ` (${sources.join("; ")})`
  if (all.length === 0) return `It holds no permission${from}, and passes only where none is asked for.`
  const shown = all.slice(0, 8).join(", ")
  return `It holds ${shown}${all.length > 8 ? ` and ${all.length - 8} more` : ""}${from}.`
}

function addressesOf({ ipAllowlist = [] }: KeysCreateKeyInput, api: Api | undefined): readonly string[] {
  const own = ipAllowlist.length === 0 ? [] : [`Only from ${ipAllowlist.join(", ")}.`]
  const ofApi = api?.ipAllowlist ?? []
  return ofApi.length === 0 ? own : [...own, `The API allows only ${ofApi.join(", ")}.`]
}
