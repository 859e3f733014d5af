import { written } from "../../../contract/pagination.ts"
import { codes } from "../../../contract/verdicts.ts"
import type { LoggedVerification } from "../../../storage/port/verification-log.ts"
import type { ContextWith } from "../../context.ts"

/** Rows of the log as responses show them, with the names that objects have now. */
export async function presentLogged({ usage }: ContextWith<"store">["store"], rows: readonly LoggedVerification[]) {
  const names = await usage.findNames(namedIn(rows))
  return rows.map((row) => written(toWireLogged(row, names)))
}

export function toWireLogged(row: LoggedVerification, names: ReadonlyMap<string, string>) {
  const { time, requestId, apiId, keyId, identityId, tags, ip, cost, credits, exceeded, missing, weight } = row
  const name = keyId === null ? undefined : names.get(keyId)
  const externalId = identityId === null ? undefined : names.get(identityId)
  return {
    time,
    requestId,
    code: codes.find((code) => code === row.code) ?? "NOT_FOUND",
    ...(apiId !== null && { apiId }),
    ...(keyId !== null && { keyId }),
    ...(name !== undefined && { name }),
    ...(identityId !== null && { identity: { id: identityId, ...(externalId !== undefined && { externalId }) } }),
    tags,
    ...(ip !== null && { ip }),
    ...(cost !== null && { cost }),
    ...(credits !== null && { credits }),
    ...(exceeded.length > 0 && { exceeded }),
    ...(missing !== null && { missing }),
    weight,
  }
}

export function namedIn(rows: readonly LoggedVerification[]): readonly string[] {
  return [...new Set(rows.flatMap(({ keyId, identityId }) => [keyId, identityId].filter((id) => id !== null)))]
}
