import { nextPage } from "../../../src/core/next-page.ts"

/** The path that asked for the sign-in, as the address names it. Anyone can make such a link. */
export const next = new URLSearchParams(location.search).get("next") ?? ""

/** Leads to the page that asked for the sign-in, or home. */
export function goOn(): void {
  location.replace(nextPage(next, location.origin) ?? "/")
}

export function goHome(): void {
  location.replace("/")
}

/** People who are members elsewhere too came for this workspace. */
export function goToWorkspace({ workspaceId }: { readonly workspaceId: string }): void {
  location.replace(`/w/${workspaceId}`)
}
