import type { Invocation } from "../command.ts"

/** Opens a page if this machine seems to have a screen. A failure does not matter, because the address is shown too. */
export function openBrowser(url: string, environment: Invocation["environment"]): void {
  const command = openerFor(process.platform, environment)
  if (command === undefined || !/^https?:\/\/[^\s"'`$\\]+$/.test(url)) return
  try {
    Bun.spawn([...command, url], { stdio: ["ignore", "ignore", "ignore"] }).unref()
  } catch {
    // There is no such program.
  }
}

/** A terminal over SSH would open the page on the remote machine, where the user does not see it. */
export function openerFor(
  platform: string,
  { SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY }: Invocation["environment"],
): readonly string[] | undefined {
  if (SSH_CONNECTION) return undefined
  if (platform === "darwin") return ["open"]
  if (platform === "win32") return ["explorer"]
  return DISPLAY || WAYLAND_DISPLAY ? ["xdg-open"] : undefined
}
