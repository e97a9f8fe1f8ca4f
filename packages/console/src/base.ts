/** The path under which the service serves the console; empty for the root. */
export const BASE =
  document.querySelector<HTMLMetaElement>('meta[name="sello-base"]')?.content.replace(/\/$/, '') ??
  ''

/** The address of a console page, for a link outside React. */
export const hrefOf = (path: string) => `${BASE}${path}`
