import { createKeyward } from "@keyward/client"
import { type KeywardVariables, withKeyward } from "@keyward/client/hono"
import { type Context, Hono } from "hono"

const charactersPerCredit = 100
const keyward = createKeyward({ url: process.env.KEYWARD_URL, key: process.env.KEYWARD_KEY })

/** A longer text costs more; an empty request costs one credit. */
async function priceOf(context: Context) {
  const text = await context.req.text()
  return { credits: { cost: Math.max(1, Math.ceil(text.length / charactersPerCredit)) } }
}

const app = new Hono<{ Variables: KeywardVariables }>()

app.post("/count-words", withKeyward(keyward, { perRequest: priceOf }), async (context) => {
  const text = await context.req.text()
  const words = text.split(/\s+/).filter((word) => word !== "").length
  return context.json({ words, creditsLeft: context.get("keyward").credits })
})

export default { port: Number(process.env.PORT ?? 3000), fetch: app.fetch }
