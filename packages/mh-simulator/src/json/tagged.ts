/** JSON that also says maps and bigints, each as an object with one member. */

export function tagged(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => {
    if (typeof one === 'bigint') return { $bigint: String(one) }
    if (one instanceof Map) return { $map: [...one] }
    return one
  })
}

/** What `tagged` wrote. Refuses what is not JSON with a SyntaxError. */
export function parseTagged(text: string): unknown {
  return JSON.parse(text, (_, one: unknown) => {
    if (typeof one !== 'object' || one === null) return one
    const { $bigint, $map } = one as Readonly<Record<string, unknown>>
    if (typeof $bigint === 'string') return BigInt($bigint)
    return Array.isArray($map) ? new Map($map) : one
  })
}
