import { type KeywardVariables, withKeyward } from "@keyward/client/hono"
import { Hono } from "hono"
import { csrf } from "hono/csrf"
import { html } from "hono/html"
import { type CustomerVariables, requireCustomer, signIn, signOut } from "./customers.ts"
import { createKey, listKeys, rerollKey, revokeKey, usageOfToday, verifier } from "./keys.ts"
import { keysPage, newKeyPage, page, signInPage } from "./pages.ts"

const app = new Hono<{ Variables: CustomerVariables & KeywardVariables }>()

app.get("/v1/forecast", withKeyward(verifier, { tags: ["path=/v1/forecast"] }), (context) => {
  const customer = context.get("keyward").identity?.externalId
  return context.json({ customer, forecast: "sunny" })
})

app.use(csrf())
app.get("/sign-in", (context) => context.html(signInPage("")))
app.post("/sign-in", async (context) => {
  const { email, password } = await context.req.parseBody()
  const isKnown = await signIn(context, String(email), String(password))
  return isKnown ? context.redirect("/") : context.html(signInPage("This address or password is wrong."), 401)
})
app.post("/sign-out", (context) => {
  signOut(context)
  return context.redirect("/sign-in")
})

app.use(requireCustomer)
app.get("/", async (context) => {
  const customerId = context.get("customerId")
  return context.html(keysPage(await listKeys(customerId), await usageOfToday(customerId)))
})

app.post("/keys", async (context) => {
  const { name } = await context.req.parseBody()
  const key = await createKey(context.get("customerId"), String(name).slice(0, 100))
  return key === undefined ? context.html(tooManyKeys, 409) : context.html(newKeyPage(key))
})

app.post("/keys/:keyId/reroll", async (context) => {
  const key = await rerollKey(context.get("customerId"), context.req.param("keyId"))
  return key === undefined ? context.notFound() : context.html(newKeyPage(key))
})

app.post("/keys/:keyId/revoke", async (context) => {
  const isDone = await revokeKey(context.get("customerId"), context.req.param("keyId"))
  return isDone ? context.redirect("/") : context.notFound()
})

const tooManyKeys = page("Too many keys", html`<p>Revoke a key first. <a href="/">Back to your keys</a></p>`)

export default { port: Number(process.env.PORT ?? 3000), fetch: app.fetch }
