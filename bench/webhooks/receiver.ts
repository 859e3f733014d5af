/** An endpoint in its own process: prints its port, and after each line of input how many requests it got. */
let received = 0
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    await request.arrayBuffer()
    received += 1
    return new Response(null, { status: 204 })
  },
})
console.log(JSON.stringify({ port: server.port }))
for await (const _line of console) console.log(JSON.stringify({ received }))
process.exit()

export {}
