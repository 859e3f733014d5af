import type { IdentityWrites } from "../../port/identities.ts"
import { conversionFor } from "../schema/conversion.ts"
import { listInChunks } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { insertRows } from "../statements/row-statements.ts"
import { finder } from "../statements/statement.ts"
import { listHeldUse } from "./reservations.ts"

/** What exports need beside the balance: references of payments, and what reservations hold. */
export function creditReferenceQueries(
  db: Database,
): Pick<IdentityWrites, "findReference" | "listReferences" | "addReferences" | "listHeldUse"> {
  return {
    listHeldUse: (identityIds) => listHeldUse(db, identityIds),

    findReference: (identityId, reference) => find(db, { identityId, reference }),

    async listReferences(identityIds) {
      const rows = await listInChunks(identityIds, (chunk) =>
        db
          .selectFrom("credit_references")
          .selectAll()
          .where("identity_id", "in", chunk)
          .orderBy("identity_id")
          .orderBy("reference")
          .execute(),
      )
      return rows.map(toObject)
    },

    async addReferences(references) {
      await insertRows(db, "credit_references", references.map(toRow))
    },
  }
}

const { toRow, toObject } = conversionFor(tables.credit_references)

const find = finder<{ identityId: string; reference: string }>()(
  ({ db, value }) =>
    db
      .selectFrom("credit_references")
      .selectAll()
      .where("identity_id", "=", value("identityId"))
      .where("reference", "=", value("reference")),
  toObject,
)
