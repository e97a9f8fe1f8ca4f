/** XML in the form of the ministry's files: elements and text on one line, no attributes. */
export type Xml = readonly [name: string, content: string | readonly Xml[]]

export function write([name, content]: Xml): string {
  const inner = typeof content === 'string' ? escapeText(content) : content.map(write).join('')
  return inner === '' ? `<${name}/>` : `<${name}>${inner}</${name}>`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
