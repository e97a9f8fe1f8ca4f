/** «Chrome en Windows»: what people recognise of a browser's own name for itself. */

// Those that name another one besides themselves come first.
// biome-ignore format: a table
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'], [/\bOPR\//, 'Opera'], [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'], [/\b(Headless)?(Chrome|CriOS)\//, 'Chrome'], [/\bSafari\//, 'Safari'],
]
// biome-ignore format: a table
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'], [/\biPhone\b/, 'iPhone'], [/\biPad\b/, 'iPad'], [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'], [/\bLinux\b/, 'Linux'],
]

export function browserOf(userAgent: string | null): string {
  if (userAgent === null) return 'Otro programa'
  const find = (all: typeof BROWSERS) => all.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  if (!browser) return system ? `Otro programa en ${system}` : 'Otro programa'
  return system ? `${browser} en ${system}` : browser
}
