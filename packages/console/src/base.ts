/** The path under which the service serves the console; empty for the root. */
export const BASE =
  document.querySelector<HTMLMetaElement>('meta[name="sello-base"]')?.content.replace(/\/$/, '') ??
  ''
