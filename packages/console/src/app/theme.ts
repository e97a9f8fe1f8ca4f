/** Light, dark, or the system's theme; and whether single-key shortcuts are on. Preferences, no secrets. */
export type Theme = 'auto' | 'light' | 'dark'

export const readTheme = (): Theme => {
  const kept = localStorage.getItem('sello.tema')
  return kept === 'light' || kept === 'dark' ? kept : 'auto'
}

export function setTheme(theme: Theme): void {
  localStorage.setItem('sello.tema', theme)
  applyTheme()
}

/** Applies the preference to the document; `auto` leaves it to the style sheet. */
export function applyTheme(): void {
  const theme = readTheme()
  if (theme === 'auto') document.documentElement.removeAttribute('data-theme')
  else document.documentElement.dataset.theme = theme
}

export const singleKeysOn = () => localStorage.getItem('sello.teclas') !== 'no'
export const setSingleKeys = (on: boolean) => localStorage.setItem('sello.teclas', on ? 'si' : 'no')
