import { z } from "zod"

export const frontsReport = z.object({
  configured: z.int().min(1).describe("How many `KEYWARD_FRONTS` starts."),
  serving: z.int().min(0).describe("How many serve now. Keyward starts the others again."),
})

export type FrontsReport = z.infer<typeof frontsReport>
