import { type Html, html } from "../html.ts"

/** The forms of the pages. `people.client.js` finds them by their `data-` names and sends them. */

const message = html`<p class="message" data-message role="alert" hidden></p>`

const newPassword = (label: string): Html =>
  html`<label>${label}<input name="password" type="password" autocomplete="new-password" minlength="12" maxlength="512" required><small>At least 12 characters.</small></label>`

const ownPassword = html`<label>Password<input name="password" type="password" autocomplete="current-password" maxlength="512" required></label>`
const emailField = html`<label>E-mail address<input name="email" type="email" autocomplete="username" maxlength="254" required></label>`
const nameField = html`<label>Your name<input name="name" autocomplete="name" maxlength="128" required></label>`

export const signInView = html`<div class="narrow card" data-page="sign-in">
<h1>Sign in</h1>
<p data-setup hidden>This installation has no user yet. To create the first one, run <code>keyward setup-link</code> on the server and open the link that it prints. In a clone of the repository, the command is <code>bin/keyward setup-link</code>.</p>
${message}
<div data-with-password>
<form data-form="sign-in">${emailField}${ownPassword}<button>Sign in</button></form>
<p class="hint">Forgot your password? An operator can send you a link to set a new one.</p>
</div>
<details data-with-key><summary>Use a key instead</summary>
<form data-form="sign-in-with-key"><label>Root key or operator key<input name="key" type="password" autocomplete="off" maxlength="512" required></label><button>Sign in with the key</button></form>
</details>
</div>`

export const setupView = html`<div class="narrow card" data-page="setup">
<h1>Set up Keyward</h1>
<p>Create the first user. This person operates the installation and owns a workspace.</p>
${message}
<form data-form="setup" hidden>${emailField}${nameField}${newPassword("Password")}
<label>Workspace<select name="workspaceId" data-workspaces><option value="">A new workspace</option></select></label>
<label data-new-workspace>Name of the new workspace<input name="workspaceName" maxlength="256" required></label>
<button>Create the user</button></form>
</div>`

export const invitationView = html`<div class="narrow card" data-page="invitation">
<h1>Invitation</h1>
<p data-invitation></p>
${message}
<div data-choices hidden>
<form data-form="join"><h2>Create an account</h2>${nameField}${newPassword("Choose a password")}<button>Create the account and join</button></form>
<form data-form="join-with-account"><h2>You have an account</h2>${ownPassword}<button>Sign in and join</button></form>
</div>
<form data-form="join-now" hidden><button>Join</button></form>
</div>`

export const resetView = html`<div class="narrow card" data-page="reset">
<h1>New password</h1>
<p>All your sessions end when you set it.</p>
${message}
<form data-form="reset">${newPassword("New password")}<button>Set the password</button></form>
</div>`

export const accountView = html`<div class="narrow" data-page="account">
<h1>Your account</h1>
${message}
<div data-signed-in hidden>
<p data-who></p>
<form data-form="name">${nameField}<button>Change the name</button></form>
<h2>Password</h2>
<form data-form="password">${newPassword("New password")}<button>Set the password</button></form>
<h2>Browsers</h2>
<table><thead><tr><th>Signed in</th><th>Address</th><th>Browser</th><th></th></tr></thead><tbody data-sessions></tbody></table>
<p><button type="button" data-action="revoke-others">Sign out the others</button> <button type="button" data-action="sign-out">Sign out</button></p>
</div>
</div>`

export const homeView = html`<div class="narrow" data-page="home">
<h1>Keyward</h1>
${message}
<div data-signed-out hidden><p>API keys for your own services: issue, limit, verify and revoke them.</p><p><a class="button" href="/sign-in">Sign in</a></p></div>
<div data-signed-in hidden>
<p data-who></p>
<h2>Workspaces</h2>
<ul data-memberships></ul>
<p><span data-account><a href="/account">Your account</a> · </span><button type="button" data-action="sign-out">Sign out</button></p>
</div>
<h2>State</h2>
<p data-state>Checking …</p>
<p><a href="/reference">Reference of all operations</a></p>
</div>`
