/** Members of a document by path (`cuerpoDocumento.0.cantidad`), and their replacements. */
export type Broken = Readonly<Record<string, unknown>>

/** A copy with those members replaced. */
export function withBroken<D>(documento: D, broken: Broken): D {
  const copy = structuredClone(documento)
  for (const [path, value] of Object.entries(broken)) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const parent = names.reduce<Record<string, unknown>>(
      (node, name) => node[name] as Record<string, unknown>,
      copy as unknown as Record<string, unknown>,
    )
    parent[last] = value
  }
  return copy
}
