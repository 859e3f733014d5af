import { type Html, html, nothing } from "../html.ts"

/** The forms of the pages. `people.client.js` finds them by their `data-` names and sends them. */

/** How people can sign in here, besides a password or a key. */
export interface SignInMethods {
  readonly passkey: boolean
  /** The host of the OpenID Connect provider. */
  readonly oidcHost: string | undefined
}

const message = html`<p class="message" data-message role="alert" hidden></p>`

const newPassword = (label: string): Html =>
  html`<label>${label}<input name="password" type="password" autocomplete="new-password" minlength="12" maxlength="512" required><small data-strength aria-live="polite">At least 12 characters.</small></label>`

const ownPassword = html`<label>Password<input name="password" type="password" autocomplete="current-password" maxlength="512" required></label>`
const nameField = html`<label>Your name<input name="name" autocomplete="name" maxlength="128" required></label>`
const emailField = html`<label>E-mail address<input name="email" type="email" autocomplete="username" maxlength="254" required></label>`

/** Shown by the script where the browser supports passkeys. */
const passkeyButton = (label: string, { passkey }: SignInMethods): Html =>
  passkey
    ? html`<div data-passkeys hidden><button type="button" class="wide" data-action="passkey">${label}</button><p class="or">or</p></div>`
    : nothing

const passkeyChoice = ({ passkey }: SignInMethods): Html =>
  passkey
    ? html`<label class="choice" data-passkeys hidden><input type="checkbox" name="passkey"><span>Add a passkey too<small>Sign in next time with your fingerprint, face or device PIN.</small></span></label>`
    : nothing

const providerLink = (label: string, { oidcHost }: SignInMethods): Html =>
  oidcHost === undefined
    ? nothing
    : html`<p><a class="button wide plain" data-provider href="/oidc/start">${label} ${oidcHost}</a></p>`

export function signInView(methods: SignInMethods): Html {
  return html`<div class="narrow card" data-page="sign-in">
<h1>Sign in</h1>
<p data-setup hidden>This installation has no user yet. To create the first one, run <code>keyward setup-link</code> on the server and open the link that it prints. In a clone of the repository, the command is <code>bin/keyward setup-link</code>.</p>
${message}
<div data-with-account>
${passkeyButton("Sign in with a passkey", methods)}
<form data-form="sign-in">${emailField}${ownPassword}<button class="wide">Sign in</button></form>
${providerLink("Continue with", methods)}
<p class="hint">Cannot sign in? An operator can send you a link to set a new password.</p>
</div>
<details data-with-key><summary>Use a key instead</summary>
<form data-form="sign-in-with-key"><label>Root key or operator key<input name="key" type="password" autocomplete="off" maxlength="512" required></label><button class="wide">Sign in with the key</button></form>
</details>
</div>`
}

export function setupView(methods: SignInMethods): Html {
  return html`<div class="narrow card" data-page="setup">
<h1>Set up Keyward</h1>
<p>Create the first user. This person operates the installation and owns a workspace.</p>
${message}
<p data-new-link hidden>A setup link works once, for 24 hours, while there is no user. To get a new one, run <code>keyward setup-link</code> on the server. If there is a user already, <a href="/sign-in">sign in</a>.</p>
<form data-form="setup" hidden>${emailField}${nameField}${newPassword("Password")}
<label>Workspace<select name="workspaceId" data-workspaces><option value="">A new workspace</option></select></label>
<label data-new-workspace>Name of the new workspace<input name="workspaceName" maxlength="256" required></label>
${passkeyChoice(methods)}
<button class="wide">Create the user</button></form>
</div>`
}

export function invitationView(methods: SignInMethods): Html {
  return html`<div class="narrow card" data-page="invitation">
<h1>Invitation</h1>
<p data-invitation></p>
${message}
<p data-new-link hidden>Ask an owner of the workspace for a new invitation. If you have joined already, <a href="/sign-in">sign in</a>.</p>
<div data-choices hidden>
<h2>Create an account</h2>
<form data-form="join">${nameField}${newPassword("Choose a password")}${passkeyChoice(methods)}<button class="wide">Create the account and join</button></form>
<h2>You have an account</h2>
${passkeyButton("Use your passkey", methods)}
<form data-form="join-with-account">${ownPassword}<button class="wide plain">Sign in and join</button></form>
</div>
<form data-form="join-now" hidden><button class="wide">Join</button></form>
</div>`
}

export const resetView = html`<div class="narrow card" data-page="reset">
<h1>New password</h1>
<p>All your sessions end when you set it.</p>
${message}
<form data-form="reset">${newPassword("New password")}
<label class="choice"><input type="checkbox" name="keepCredentials"><span>Keep my passkeys and single sign-on<small>Leave this empty if another person may have used your account.</small></span></label>
<button class="wide">Set the password</button></form>
</div>`

export const homeView = html`<div class="narrow" data-page="home">
<h1>Keyward</h1>
${message}
<div data-signed-out hidden><p>API keys for your own services: issue, limit, verify and revoke them.</p><p><a class="button" href="/sign-in">Sign in</a></p></div>
<div data-signed-in hidden>
<p data-who></p>
<h2>Workspaces</h2>
<ul data-memberships></ul>
<p><button type="button" data-action="sign-out">Sign out</button></p>
</div>
<h2>State</h2>
<p data-state>Checking …</p>
<p><a href="/reference">Reference of all operations</a></p>
</div>`
