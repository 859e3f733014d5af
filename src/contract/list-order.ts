import { z } from "zod"

/** The order of a list of keys or identities. */
export const listOrder = z
  .enum(["created", "created_desc"])
  .default("created")
  .describe("Order of the list: `created` is the oldest first, `created_desc` the newest first.")
