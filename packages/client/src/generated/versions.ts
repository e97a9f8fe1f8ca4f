/** The versions of Normativa V2.0, and those before it. Printed from packages/fiscal/src/tipos by `npm run check -- --update`. */

export const VERSIONS: Readonly<Record<string, readonly number[]>> = {
  '01': [1, 2],
  '03': [3, 4],
  '05': [3, 4],
  '06': [3, 4],
  '11': [1, 2, 3],
  '14': [1, 2],
}
