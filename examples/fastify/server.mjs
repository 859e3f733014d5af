import { createKeyward } from "@keyward/client"
import { verdictOf, withKeyward } from "@keyward/client/fastify"
import fastify from "fastify"

const keyward = createKeyward({ url: process.env.KEYWARD_URL, key: process.env.KEYWARD_KEY })
const app = fastify()

/** Every route of this group needs a key. Keyward compares the address of the caller with the allowlist of the key. */
app.register(async (reports) => {
  reports.addHook("onRequest", withKeyward(keyward, { perRequest: ({ ip }) => ({ ip }) }))

  reports.get("/reports", async (request) => {
    const { identity, keyId } = verdictOf(request)
    return { reports: ["January", "February"], customer: identity?.externalId, key: keyId }
  })
})

app.get("/health", async () => ({ ok: true }))

await app.listen({ port: Number(process.env.PORT ?? 3000) })
