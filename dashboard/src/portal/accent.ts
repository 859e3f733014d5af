/** The colours of the page that come from the accent of its configuration, as values of the tokens of theme/tokens.css. */

type Color = readonly [red: number, green: number, blue: number]

const white: Color = [255, 255, 255]
const black: Color = [0, 0, 0]

/** What text in the accent may stand on: ground, surface, sunken and hover of tokens.css. */
const grounds = {
  light: ["#fafbfa", "#ffffff", "#f3f5f5", "#eff3f2"].map(parse),
  dark: ["#0e1312", "#151b1a", "#101615", "#1d2624"].map(parse),
}

/** WCAG AA for text. */
const leastContrast = 4.5

/**
 * Buttons are filled with the accent as it is, under black or white text. Links and borders need contrast to the page, so
 * they get the nearest shade that has it: WCAG AA holds whatever the accent.
 */
export function accentTokens(accent: string): Readonly<Record<string, string>> {
  const color = parse(accent)
  const onFill = contrast(color, white) >= leastContrast ? white : black
  const light = shades(color, "light")
  const dark = shades(color, "dark")
  return {
    "--accent": both(light.text, dark.text),
    "--accent-strong": both(mix(light.text, black, 0.2), mix(dark.text, white, 0.2)),
    "--accent-soft": both(light.soft, dark.soft),
    "--accent-fill": hex(color),
    "--accent-fill-strong": hex(mix(color, onFill === white ? black : white, 0.14)),
    "--on-accent": hex(onFill),
  }
}

function shades(color: Color, theme: "light" | "dark"): { readonly text: Color; readonly soft: Color } {
  const isLight = theme === "light"
  const soft = mix(color, isLight ? white : parse("#151b1a"), 0.88)
  const behind = [...grounds[theme], soft]
  const toward = isLight ? black : white
  const steps = Array.from({ length: 51 }, (_, step) => mix(color, toward, step / 50))
  const text = steps.find((one) => behind.every((ground) => contrast(one, ground) >= leastContrast)) ?? toward
  return { text, soft }
}

function both(light: Color, dark: Color): string {
  return `light-dark(${hex(light)}, ${hex(dark)})`
}

function mix(from: Color, to: Color, part: number): Color {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * part)
  return [at(0), at(1), at(2)]
}

/** As WCAG 2 defines it. */
function contrast(one: Color, other: Color): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance([red, green, blue]: Color): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function parse(text: string): Color {
  const at = (start: number) => Number.parseInt(text.slice(start, start + 2), 16)
  return [at(1), at(3), at(5)]
}

function hex(color: Color): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`
}
