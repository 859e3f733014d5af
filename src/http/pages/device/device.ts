import type { Page } from "../../server/routes.ts"
import { asset } from "../asset.ts"
import { html } from "../html.ts"
import { htmlResponse } from "../layout.ts"
import { peopleStyle, personal } from "../people/people.ts"
import { underPublicOrigin } from "../public-origin.ts"
import script from "./device.client.js" with { type: "text" }
import style from "./device.css" with { type: "text" }

/** The page on which a person lets a terminal sign in, as in RFC 8628. The code is typed, and never part of a link. */
export function devicePages(publicOrigin: string): readonly Page[] {
  return [underPublicOrigin(publicOrigin, sheet()), ownStyle.page, ownScript.page]
}

const ownStyle = asset("/device/device.css", style)
const ownScript = asset("/device/device.js", script)

const view = html`<div class="narrow card" data-page="device">
<h1>Sign a terminal in</h1>
<p class="message" data-message role="alert" hidden></p>
<p data-sign-in-again hidden><button type="button">Sign in again</button></p>
<form data-form="code" hidden>
<label>Code<input name="userCode" class="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="32" placeholder="BCDF-GHJK" required autofocus><small>Type the code that <code>keyward login --web</code> shows in your terminal.</small></label>
<button>Continue</button>
</form>
<div data-login hidden>
<p class="warning"><strong>Continue only if you started this yourself, a moment ago.</strong> If another person sent you the code or asked you to type it, refuse: you would give that person a key.</p>
<dl>
<dt>Code</dt><dd><code data-code></code></dd>
<dt>Terminal</dt><dd>It calls itself “<bdi data-terminal></bdi>”.</dd>
<dt>IP address</dt><dd><span data-address></span> <span data-network></span></dd>
<dt>Started</dt><dd data-started></dd>
</dl>
<form data-form="approve">
<label>Workspace<select name="workspaceId" data-workspaces></select></label>
<label>The terminal may<select name="access"><option value="read">read everything</option><option value="verify">verify keys, and nothing else</option><option value="develop" selected>work as a developer</option><option value="full">do everything that you may do</option></select></label>
<label>For<select name="expiresIn"><option value="28800000">8 hours</option><option value="604800000">7 days</option><option value="2592000000" selected>30 days</option><option value="7776000000">90 days</option><option value="31536000000">1 year</option></select><small>You can delete its root key at any time.</small></label>
<div class="choices"><button>Sign the terminal in</button><button type="button" class="refuse" data-action="deny">Refuse</button></div>
</form>
</div>
</div>`

function sheet(): Page {
  const head = html`<link rel="stylesheet" href="${peopleStyle.href}"><link rel="stylesheet" href="${ownStyle.href}"><script src="${ownScript.href}" defer></script>`
  const { headers, ...response } = htmlResponse({ title: "Sign a terminal in", head, main: view })
  const answer = { ...response, headers: { ...headers, ...personal } }
  return { name: "device", path: "/device", serve: async () => answer }
}
