/**
 * Runs `work` for each item, at most `width` at once. After the first error it starts no more, and throws that
 * error.
 */
export async function inLanes<Item>(
  width: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  let failure: { readonly error: unknown } | null = null
  async function lane(): Promise<void> {
    for (const item of left) {
      try {
        if (failure === null) await work(item)
      } catch (error) {
        failure ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  if (failure !== null) throw (failure as { readonly error: unknown }).error
}
