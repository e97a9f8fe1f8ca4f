/** The versions of Normativa V2.0, and those before it. Printed from packages/fiscal/src/tipos by `npm run check -- --update`. */

export const VERSIONS: Readonly<Record<string, readonly number[]>> = {
  '01': [1, 2],
  '03': [3, 4],
  '04': [3, 4],
  '05': [3, 4],
  '06': [3, 4],
  '07': [1, 2],
  '08': [1, 2],
  '09': [1, 2],
  '11': [1, 2, 3],
  '14': [1, 2],
  '15': [1, 2],
}
