import { createKeyward, unwrap } from "@keyward/client"
import { type KeywardVariables, withKeyward } from "@keyward/client/hono"
import { Hono } from "hono"
import { csrf } from "hono/csrf"
import { html } from "hono/html"
import { type CustomerVariables, requireCustomer, signIn } from "./customers.ts"

const url = setting("KEYWARD_URL")
const verifier = createKeyward({ url, key: setting("VERIFIER_KEY") })
const linkMaker = createKeyward({ url, key: setting("LINK_KEY") })

const app = new Hono<{ Variables: CustomerVariables & KeywardVariables }>()

app.get("/v1/forecast", withKeyward(verifier, { tags: ["path=/v1/forecast"] }), (context) => {
  const customer = context.get("keyward").identity?.externalId
  return context.json({ customer, forecast: "sunny" })
})

app.use(csrf())
app.get("/sign-in", (context) => context.html(signInPage))
app.post("/sign-in", async (context) => {
  const { email, password } = await context.req.parseBody()
  const isKnown = await signIn(context, String(email), String(password))
  return isKnown ? context.redirect("/") : context.html(signInPage, 401)
})

app.use(requireCustomer)
app.get("/", (context) => context.html(homePage))

app.post("/keys", async (context) => {
  const { id, email } = context.get("customer")
  const link = await unwrap(linkMaker.portal.createSession({ externalId: id, actor: email }))
  return context.redirect(link.url, 303)
})

const signInPage = html`<!doctype html><title>Acme Weather: sign in</title><h1>Acme Weather</h1>
<form method="post"><input name="email" type="email" placeholder="ada@example.com" required>
<input name="password" type="password" placeholder="Password" required> <button>Sign in</button></form>`

const homePage = html`<!doctype html><title>Acme Weather</title><h1>Acme Weather</h1>
<form method="post" action="/keys"><button>API keys</button></form>`

function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`Set ${name}.`)
  return value
}

export default { port: Number(process.env.PORT ?? 3000), fetch: app.fetch }
