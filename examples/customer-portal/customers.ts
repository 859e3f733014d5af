import type { Context, Next } from "hono"
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie"

/** Stands for the sign-in of your product. Keyward only needs a stable id for each customer. */
const customers = [
  { id: "customer_1", email: "ada@example.com", password: "ada-secret" },
  { id: "customer_2", email: "bob@example.com", password: "bob-secret" },
]

export interface CustomerVariables {
  customerId: string
}

const cookie = "customer"
const cookieSecret = process.env.COOKIE_SECRET ?? crypto.randomUUID()

export async function signIn(context: Context, email: string, password: string): Promise<boolean> {
  const customer = customers.find((one) => one.email === email && one.password === password)
  if (customer === undefined) return false
  await setSignedCookie(context, cookie, customer.id, cookieSecret, { httpOnly: true, sameSite: "Strict", path: "/" })
  return true
}

export function signOut(context: Context): void {
  deleteCookie(context, cookie)
}

/** Lets only customers pass who have signed in. Everybody else gets the form. */
export async function requireCustomer(context: Context<{ Variables: CustomerVariables }>, next: Next) {
  const customerId = await getSignedCookie(context, cookieSecret, cookie)
  if (!customerId) return context.redirect("/sign-in")
  context.set("customerId", customerId)
  context.header("Cache-Control", "no-store")
  await next()
}
