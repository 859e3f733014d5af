/** Many browsers of many networks that try passwords at the same time. Reads a job and prints what came of it. */

export interface FloodJob {
  readonly port: number
  readonly browsers: number
  readonly durationMs: number
  /** How long a browser waits after it was refused with 429. 0: it tries again at once, as an attacker does. */
  readonly pauseMs: number
}

export interface FloodResult {
  /** Attempts whose password was hashed. */
  readonly hashedPerSecond: number
  /** Attempts that were refused with 429, because too many waited. */
  readonly refusedPerSecond: number
}

if (import.meta.main) {
  process.stdout.write(JSON.stringify(await flood(await Bun.stdin.json())))
  process.exit(0)
}

async function flood({ port, browsers, durationMs, pauseMs }: FloodJob): Promise<FloodResult> {
  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt > durationMs
  let [hashed, refused] = [0, 0]
  const attack = async (browser: number) => {
    for (let attempt = 0; !isOver(); attempt += 1) {
      const status = await tryPassword(port, `nobody-${browser}-${attempt}@example.com`)
      if (status === 401) hashed += 1
      else if (status === 429) refused += 1
      else throw new Error(`A sign-in returned ${status}.`)
      if (status === 429 && pauseMs > 0) await Bun.sleep(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: browsers }, (_, browser) => attack(browser)))
  const seconds = (performance.now() - startedAt) / 1000
  return { hashedPerSecond: hashed / seconds, refusedPerSecond: refused / seconds }
}

/** Unknown accounts cost the same hash as known ones. Each account and each network has its own limit. */
export async function tryPassword(port: number, email: string): Promise<number> {
  const network = [...crypto.getRandomValues(new Uint16Array(3))].map((group) => group.toString(16)).join(":")
  const response = await fetch(`http://127.0.0.1:${port}/v2/sessions.signIn`, {
    method: "POST",
    headers: {
      Origin: `http://localhost:${port}`,
      "Content-Type": "application/json",
      "X-Forwarded-For": `2001:${network}::1`,
    },
    body: JSON.stringify({ email, password: "a password that is wrong" }),
  })
  await response.arrayBuffer()
  return response.status
}
