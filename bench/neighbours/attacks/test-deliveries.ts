import type { Attack } from "../attack.ts"

const atOnce = 2_500
const everyMs = 25

/** The endpoint accepts connections and never responds. */
export const floodOfTestDeliveries: Attack = {
  what: "webhooks.sendTest to a silent endpoint, 2,500 at once and 80 a second",
  fills: "requests that wait",
  async start({ call, createTenant }) {
    const endpoint = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } })
    const { rootKey } = await createTenant()
    const hook = { url: `http://127.0.0.1:${endpoint.port}/`, types: ["key.created"] }
    const { webhookId } = await call("webhooks.createWebhook", hook, rootKey)
    // Most are refused, and two wait until the end.
    const send = () => void call("webhooks.sendTest", { webhookId }, rootKey).catch(() => {})
    for (let sent = 0; sent < atOnce; sent += 1) send()
    const timer = setInterval(() => {
      send()
      send()
    }, everyMs)
    return {
      async stop() {
        clearInterval(timer)
        endpoint.stop(true)
      },
    }
  },
}
