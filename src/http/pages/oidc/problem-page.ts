import type { OidcProblem } from "../../../oidc/provider.ts"
import type { OidcRefusalReason } from "../../../operations/shared/people/finish-oidc.ts"
import type { RequestContext } from "../../request/request-context.ts"
import type { ResponseParts } from "../../request/response.ts"
import { html } from "../html.ts"
import { htmlResponse } from "../layout.ts"

type Problem = OidcProblem | OidcRefusalReason

interface Explanation {
  readonly status: number
  readonly title: string
  readonly text: string
}

/** With them, an operator finds the line of the log and the trace. */
type RequestIds = Pick<RequestContext, "requestId" | "trace">

/** Says what went wrong at a sign-in with the provider, and what to do. */
export function oidcProblemPage(problem: Problem, host: string, { requestId, trace }: RequestIds): ResponseParts {
  const { status, title, text } = explain(problem, host)
  const page = htmlResponse({
    title,
    main: html`<div class="narrow"><h1>${title}</h1>
<p>${text}</p>
<p><a href="/sign-in">Back to the sign-in</a></p>
<p><small>Request ${requestId}${trace === undefined ? "" : `, trace ${trace.traceId}`}</small></p></div>`,
  })
  const headers = { ...page.headers, "Cache-Control": "no-store", ...(status === 503 && { "Retry-After": "5" }) }
  return { ...page, status, headers }
}

function explain(problem: Problem, host: string): Explanation {
  switch (problem) {
    case "away":
      return {
        status: 503,
        title: `${host} does not respond`,
        text: "Try again in a minute, or sign in another way. Everything else works.",
      }
    case "clock":
      return {
        status: 503,
        title: "The clocks differ",
        text: `The clocks of ${host} and of this server differ by more than a minute. An operator must set the clock. Until then, sign in another way.`,
      }
    case "denied":
      return { status: 403, title: `${host} did not sign you in`, text: "Start again, or sign in another way." }
    case "invalid":
    case "used":
      return {
        status: 400,
        title: "This sign-in is no longer valid",
        text: "It was used before, took more than 10 minutes, or began in another browser. Start again.",
      }
    case "no_account":
      return {
        status: 403,
        title: "You cannot sign in this way yet",
        text: `Your account at ${host} is not linked to an account here. If you have an account, sign in another way and link it on the page “Your account”. Otherwise ask an owner of a workspace for an invitation.`,
      }
    case "setup_first":
      return {
        status: 403,
        title: "Keyward is not set up yet",
        text: "An operator must create the first user with the setup link.",
      }
    case "workspace_unavailable":
      return {
        status: 403,
        title: "The workspace for new people is not available",
        text: "It is disabled or does not exist. An operator must check KEYWARD_OIDC_WORKSPACE.",
      }
    case "session_ended":
      return {
        status: 403,
        title: "The account was not linked",
        text: "Your session has ended. Sign in with a password or a passkey, and link the account again.",
      }
    case "linked_to_other_user":
      return {
        status: 403,
        title: "The account was not linked",
        text: `This account at ${host} belongs to another user here. That user must unlink it first.`,
      }
    case "linked_to_other_account":
      return {
        status: 403,
        title: "The account was not linked",
        text: `You have linked another account at ${host}. Unlink it first.`,
      }
  }
}
