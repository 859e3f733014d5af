import type { Context, Next } from "hono"
import { getSignedCookie, setSignedCookie } from "hono/cookie"

/** Stands for the sign-in of your product. Keyward only needs a stable id for each customer. */
const customers = [
  { id: "customer_1", email: "ada@example.com", password: "ada-secret" },
  { id: "customer_2", email: "bob@example.com", password: "bob-secret" },
]

export type Customer = (typeof customers)[number]

export interface CustomerVariables {
  customer: Customer
}

const cookie = "weather_customer"
const cookieSecret = process.env.COOKIE_SECRET ?? crypto.randomUUID()

export async function signIn(context: Context, email: string, password: string): Promise<boolean> {
  const customer = customers.find((one) => one.email === email && one.password === password)
  if (customer === undefined) return false
  await setSignedCookie(context, cookie, customer.id, cookieSecret, { httpOnly: true, sameSite: "Lax", path: "/" })
  return true
}

/** Lets only customers pass who have signed in. Everybody else gets the form. */
export async function requireCustomer(context: Context<{ Variables: CustomerVariables }>, next: Next) {
  const id = await getSignedCookie(context, cookieSecret, cookie)
  const customer = customers.find((one) => one.id === id)
  if (customer === undefined) return context.redirect("/sign-in")
  context.set("customer", customer)
  context.header("Cache-Control", "no-store")
  await next()
}
