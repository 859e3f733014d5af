import { html } from "hono/html"
import type { listKeys, usageOfToday } from "./keys.ts"

type Keys = Awaited<ReturnType<typeof listKeys>>
type Usage = Awaited<ReturnType<typeof usageOfToday>>
type Content = ReturnType<typeof html>

const style = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 3rem auto; padding: 0 1rem; color: #1c2430 }
h1 { font-size: 1.4rem } table { border-collapse: collapse; width: 100%; margin: 1.5rem 0 } form { display: inline }
th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #dde2e8 } th { color: #5b6675; font-weight: 500 }
code { background: #f1f3f6; padding: .15rem .35rem; border-radius: 4px } .once code { display: block; padding: 1rem }
button, input { font: inherit; padding: .3rem .7rem; border: 1px solid #b8c0cc; border-radius: 6px; background: #fff }
button.main { background: #2457c5; border-color: #2457c5; color: #fff }`

export function page(title: string, content: Content): Content {
  return html`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style><h1>${title}</h1>${content}</html>`
}

export const signInPage = (message: string) =>
  page(
    "Acme Weather: sign in",
    html`<p>${message}</p><form method="post"><input name="email" type="email" placeholder="ada@example.com" required>
<input name="password" type="password" placeholder="Password" required> <button class="main">Sign in</button></form>`,
  )

export const newKeyPage = (key: string) =>
  page(
    "Your new key",
    html`<p>Copy it now. We do not store it, so we cannot show it again.</p>
<p class="once"><code>${key}</code></p><p><a href="/">Back to your keys</a></p>`,
  )

export const keysPage = (keys: Keys, usage: Usage) =>
  page(
    "Your API keys",
    html`<form method="post" action="/keys"><input name="name" placeholder="Name, such as Laptop" required maxlength="100">
<button class="main">Create a key</button></form>
<table><tr><th>Name</th><th>Key</th><th>Accepted today</th><th>Refused today</th><th></th></tr>
${keys.map((key) => keyRow(key, usage))}</table><form method="post" action="/sign-out"><button>Sign out</button></form>`,
  )

function keyRow({ keyId, name, start, expires }: Keys[number], usage: Usage): Content {
  const own = usage.filter((group) => group.keyId === keyId)
  const sum = (groups: Usage) => groups.reduce((total, group) => total + group.total, 0)
  const end = expires === undefined ? "" : `, until ${new Date(expires).toISOString().slice(11, 16)} UTC`
  return html`<tr><td>${name}${end}</td><td><code>${start}…</code></td>
<td>${sum(own.filter(({ code }) => code === "VALID"))}</td><td>${sum(own.filter(({ code }) => code !== "VALID"))}</td>
<td><form method="post" action="/keys/${keyId}/reroll"><button>Reroll</button></form>
<form method="post" action="/keys/${keyId}/revoke"><button>Revoke</button></form></td></tr>`
}
