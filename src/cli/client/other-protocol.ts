const patienceMs = 3_000

/** The same address with https for http, or the other way round, if something responds there. No key is sent. */
export async function addressByOtherProtocol(url: string): Promise<string | undefined> {
  const other = url.startsWith("https:") ? url.replace(/^https:/, "http:") : url.replace(/^http:/, "https:")
  try {
    // Only whether it speaks TLS is asked, so a certificate that nobody trusts will do.
    await fetch(`${other}/livez`, {
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
      tls: { rejectUnauthorized: false },
    })
    return other
  } catch {
    return undefined
  }
}

/** Whether what is sent there stays on this machine. */
export function isLocal(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
}
