/** The folder map of CONTRIBUTING.md: a line for every folder at its depth, and no line without a folder. */
const MAP = 'CONTRIBUTING.md'
/** Its table has the storeys, the rooms in them, and the files next to the storeys. */
const BY_ROOM = 'packages/service/src/'

/** `paths` are the repository's files. */
export function unevenMap(markdown: string, paths: readonly string[]): readonly string[] {
  const mapped = new Set(mappedIn(markdown))
  const there = new Set(paths.flatMap(placesOf))
  return [
    ...[...there].filter((place) => !mapped.has(place)).map((place) => `${MAP} lacks ${place}`),
    ...[...mapped].filter((place) => !there.has(place)).map((place) => `${MAP} invents ${place}`),
  ]
}

/** The names in the tables' first cells, below the folder in the text before each: "Inside `packages/x/src`:". */
function mappedIn(markdown: string): readonly string[] {
  const section = /^## Where things are$([\s\S]*?)^## /m.exec(`${markdown}\n## `)?.[1] ?? ''
  let inside = ''
  return section.split('\n').flatMap((line) => {
    inside = /^Inside `(.+)`:$/.exec(line)?.[1] ?? inside
    const cell = /^\| (`.*?) \|/.exec(line)?.[1] ?? ''
    return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => placed(inside, name))
  })
}

// Below a "*" the name includes the package: `fiscal/tipos`.
function placed(inside: string, name: string): string {
  if (!inside.includes('*')) return inside === '' ? name : `${inside}/${name}`
  const [one = '', ...rest] = name.split('/')
  return [inside.replace('*', one), ...rest].join('/')
}

/** The map's entries that a file belongs to. */
function placesOf(path: string): readonly string[] {
  const [top = '', name = '', src, inner = ''] = path.split('/')
  if (!path.includes('/') || top.startsWith('.')) return []
  if (top !== 'packages') return [top]
  const own = `${top}/${name}`
  if (src !== 'src') return [own]
  const folders = path.split('/').slice(3, -1)
  if (!path.startsWith(BY_ROOM)) return folders.length > 0 ? [own, `${own}/${src}/${inner}`] : [own]
  if (folders.length === 0)
    return /(^index|\.test)\.ts$/.test(inner) ? [own] : [own, `${own}/${src}/${inner}`]
  return [own, ...[1, 2].map((depth) => `${own}/${src}/${folders.slice(0, depth).join('/')}`)]
}
