import { useQuery } from "@tanstack/react-query"
import { Navigate, Outlet, useMatches, useParams } from "@tanstack/react-router"
import { lazy, type ReactNode, Suspense } from "react"
import { Failure } from "../parts/failure.tsx"
import { type SessionState, sessionQuery, useSession, WorkspaceProvider } from "../session.ts"
import { Empty, SkeletonLines } from "../ui/states.tsx"
import { Toasts } from "../ui/toast.tsx"
import { LimiterBanner } from "./limiter-banner.tsx"
import { OperatorRail, WorkspaceRail } from "./rail.tsx"
import { Shell } from "./shell.tsx"
import { SignInDialog } from "./sign-in-dialog.tsx"

/** Everything waits for who has signed in. Without a session, the page for signing in follows. */
export function Root() {
  const {
    data: session,
    error,
    refetch,
  } = useQuery({
    ...sessionQuery,
    refetchInterval: ({ state }) => (state.error ? retryMs : false),
  })
  if (session === undefined) return error ? <NoSession error={error} onRetry={refetch} /> : <SkeletonLines />
  return (
    <>
      {session.signedIn ? <Outlet /> : <ToSignIn />}
      <SignInDialog />
      <Toasts />
    </>
  )
}

const retryMs = 3_000

/** Sessions have a rate limit too, so that unreachable counters may be the reason. */
function NoSession({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return (
    <>
      <LimiterBanner />
      <Failure error={error} onRetry={onRetry} />
    </>
  )
}

function ToSignIn() {
  location.replace(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
  return null
}

const DisabledPage = lazy(() => import("./disabled-page.tsx"))

const lastWorkspace = "keyward-workspace"

/** Leads to the workspace of the last visit, or to the first. */
export function Start() {
  const session = useSession()
  const workspace = session && startWorkspace(session)
  if (workspace) return <Navigate params={{ workspaceId: workspace.workspaceId }} replace to="/w/$workspaceId" />
  if (session?.operator) return <Navigate replace to="/operator/workspaces" />
  return (
    <OutsideShell>
      <Empty title="You are not a member of any workspace">
        Ask an owner of a workspace to invite you, and open the link of the invitation.
      </Empty>
    </OutsideShell>
  )
}

/** The account inside the last workspace. People without a workspace have an account too. */
export function AccountShell() {
  const session = useSession()
  const workspace = session && startWorkspace(session)
  if (!workspace) {
    return (
      <OutsideShell>
        <Outlet />
      </OutsideShell>
    )
  }
  return <Navigate params={{ workspaceId: workspace.workspaceId }} replace to="/w/$workspaceId/account" />
}

function startWorkspace({ workspaces }: SessionState) {
  const last = localStorage.getItem(lastWorkspace)
  return workspaces.find(({ workspaceId }) => workspaceId === last) ?? workspaces[0]
}

export function WorkspaceShell() {
  const session = useSession()
  const { workspaceId } = useParams({ strict: false })
  const worksDisabled = useMatches().some(({ staticData }) => staticData.worksDisabled)
  const workspace = session?.workspaces.find((one) => one.workspaceId === workspaceId)
  if (workspace === undefined) {
    return (
      <Empty actions={<a href="/">Go to your workspaces</a>} title="You are not a member of this workspace">
        It may have been deleted, or you were removed from it.
      </Empty>
    )
  }
  const isShown = workspace.enabled || worksDisabled
  localStorage.setItem(lastWorkspace, workspace.workspaceId)
  return (
    <WorkspaceProvider value={workspace}>
      <Shell rail={(onNavigate) => <WorkspaceRail onNavigate={onNavigate} />}>
        {/* Another workspace starts with fresh pages. */}
        {isShown ? (
          <Outlet key={workspace.workspaceId} />
        ) : (
          <Suspense fallback={<SkeletonLines />}>
            <DisabledPage />
          </Suspense>
        )}
      </Shell>
    </WorkspaceProvider>
  )
}

/** The pages of the installation. Others learn at once that they are not for them. */
export function OperatorShell() {
  const isOperator = useSession()?.operator ?? false
  return (
    <OutsideShell>
      {isOperator ? (
        <Outlet />
      ) : (
        <Empty actions={<a href="/">Go to your workspaces</a>} title="This page is for operators">
          Operators manage the whole installation. An operator can make you one.
        </Empty>
      )}
    </OutsideShell>
  )
}

function OutsideShell({ children }: { readonly children: ReactNode }) {
  return <Shell rail={(onNavigate) => <OperatorRail onNavigate={onNavigate} />}>{children}</Shell>
}
