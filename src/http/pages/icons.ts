import { type Html, html } from "./html.ts"

/** Drawn on a grid of 16, as in the dashboard. */
const paths = {
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.7 10.7 14 14",
  copy: "M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  theme: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 2v12M8 5l3.6-1.9M8 8.2l5.2-2.7M8 11.4l5.9-3.1",
} as const

/** Decoration beside a text. A control without text needs a label of its own. */
export function iconView(name: keyof typeof paths, size = 16): Html {
  return html`<svg aria-hidden="true" fill="none" height="${size}" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.4" viewBox="0 0 16 16" width="${size}"><path d="${paths[name]}"></path></svg>`
}
