/** What the work resolves to, or `late` if that takes longer. The work goes on, and no timer is left. */
export async function within<T, L>(ms: number, work: Promise<T>, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<L>((resolve) => {
    timer = setTimeout(resolve, ms, late)
  })
  return Promise.race([work, waited]).finally(() => clearTimeout(timer))
}
