/** Text inside HTML, and inside an attribute in double quotes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
