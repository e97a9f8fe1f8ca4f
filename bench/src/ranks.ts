/** Whether two samples have the same distribution, by the ranks of their values (Mann and Whitney). */

export interface Comparison {
  /** How often a value of the first exceeds one of the second: 0.5 if they are alike. */
  readonly share: number
  /** The probability of a share this far from 0.5 by chance. */
  readonly p: number
}

/** U with the normal approximation and the correction for ties, two-sided; for samples of some hundreds. */
export function compareByRanks(a: readonly number[], b: readonly number[]): Comparison {
  const all = [
    ...a.map((value) => ({ value, isA: true })),
    ...b.map((value) => ({ value, isA: false })),
  ].sort((x, y) => x.value - y.value)
  let rankSum = 0
  let ties = 0
  for (let from = 0; from < all.length; ) {
    let to = from
    while (to < all.length && all[to]?.value === all[from]?.value) to++
    const rank = (from + 1 + to) / 2 // equal values share their mean rank
    rankSum += rank * all.slice(from, to).filter(({ isA }) => isA).length
    ties += (to - from) ** 3 - (to - from)
    from = to
  }
  const [m, n] = [a.length, b.length]
  const u = rankSum - (m * (m + 1)) / 2
  const variance = ((m * n) / 12) * (m + n + 1 - ties / ((m + n) * (m + n - 1)))
  const z = variance === 0 ? 0 : (u - (m * n) / 2) / Math.sqrt(variance)
  return { share: u / (m * n), p: 2 * (1 - normal(Math.abs(z))) }
}

/** The standard normal distribution, to 7.5e-8 (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const poly =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * poly
}
