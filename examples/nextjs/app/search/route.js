import { createKeyward } from "@keyward/client"
import { withKeyward } from "@keyward/client/next"

const keyward = createKeyward({ url: process.env.KEYWARD_URL, key: process.env.KEYWARD_KEY })
const books = ["Emma", "Persuasion", "Sense and Sensibility"]

export const GET = withKeyward(
  keyward,
  async (request, verdict) => {
    const wanted = request.nextUrl.searchParams.get("q") ?? ""
    const found = books.filter((title) => title.toLowerCase().includes(wanted.toLowerCase()))
    return Response.json({ found, searchesLeft: verdict.ratelimits?.[0]?.remaining })
  },
  { ratelimits: [{ name: "searches", limit: 2, duration: 24 * 60 * 60 * 1000 }] },
)
