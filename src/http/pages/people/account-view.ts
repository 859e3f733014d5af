import { type Html, html, nothing } from "../html.ts"
import {
  message,
  nameField,
  newPassword,
  ownPassword,
  passkeyButton,
  providerLink,
  type SignInMethods,
} from "./forms.ts"

/** The page on which a person manages the own account. Its script is `account.client.js`. */
export function accountView(methods: SignInMethods): Html {
  return html`<div class="narrow" data-page="account">
<h1>Your account</h1>
${message}
<div data-signed-in hidden>
<p data-who></p>
<form data-form="name">${nameField}<button>Change the name</button></form>
${passkeys(methods)}
<h2>Password</h2>
<p class="hint" data-no-password hidden>You have no password. Set one to sign in with your e-mail address as well.</p>
<form data-form="password">${newPassword("New password")}<button>Set the password</button></form>
${singleSignOn(methods)}
<h2>Browsers</h2>
<table><thead><tr><th>Signed in</th><th>Address</th><th>Browser</th><th></th></tr></thead><tbody data-sessions></tbody></table>
<p><button type="button" class="plain" data-action="revoke-others">Sign out the others</button> <button type="button" class="plain" data-action="sign-out">Sign out</button></p>
</div>
${confirmation(methods)}
</div>`
}

function passkeys({ passkey }: SignInMethods): Html {
  if (!passkey) return nothing
  return html`<h2>Passkeys</h2>
<p class="hint">Sign in with your fingerprint, face or device PIN instead of a password.</p>
<ul class="list" data-own-passkeys></ul>
<form data-form="passkey" data-passkeys hidden><label>Name of the new passkey<input name="name" maxlength="64" required></label><button>Add a passkey</button></form>
<p class="hint" data-no-passkeys hidden>This browser does not support passkeys.</p>`
}

function singleSignOn({ oidcHost }: SignInMethods): Html {
  const link = html`<p data-not-linked hidden><button type="button" data-action="link-oidc">Link ${oidcHost ?? ""}</button></p>`
  return html`<div data-single-sign-on${oidcHost === undefined ? html` hidden` : nothing}><h2>Single sign-on</h2>
<ul class="list" data-oidc-accounts></ul>
${oidcHost === undefined ? nothing : link}</div>`
}

/** What gives lasting power needs a recent sign-in. */
function confirmation(methods: SignInMethods): Html {
  return html`<dialog data-confirm><h2>Is it you?</h2>
<p>Sign in again to continue. Your last sign-in was more than 10 minutes ago.</p>
<p class="message" data-confirm-message role="alert" hidden></p>
${passkeyButton("Use your passkey", methods)}
<form data-form="confirm"><input type="hidden" name="email" autocomplete="username">${ownPassword}<button class="wide">Sign in</button></form>
${providerLink("Continue with", methods)}
<p><button type="button" class="wide plain" data-action="cancel">Cancel</button></p></dialog>`
}
