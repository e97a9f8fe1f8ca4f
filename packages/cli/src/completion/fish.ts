import type { Flag, Node, Value } from './nodes.ts'

/** For fish from 3.0. */
export function fishScript(nodes: readonly Node[]): string {
  const paths = nodes.flatMap(({ path }) => (path === '' ? [] : [quoted(path)]))
  return `# fish: sello
function __sello_at
    set -l at ''
    for word in (commandline -opc)
        switch "$at $word"
            case ${paths.join(' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
complete -c sello -f
${nodes.flatMap(linesOf).join('\n')}`
}

function linesOf({ path, words, takesPath, flags }: Node): readonly string[] {
  const start = `complete -c sello -n ${quoted(`__sello_at ${quoted(path)}`)}`
  return [
    ...words.map(({ name, summary }) => `${start} -a ${quoted(name)}${described(summary)}`),
    ...(takesPath ? [`${start} -F`] : []),
    ...flags.map((flag) => `${start} ${flagWords(flag)}${described(flag.summary)}`),
  ]
}

function flagWords({ names, value }: Flag): string {
  const spelt = names.map((name) => name.replace(/^--/, '-l ').replace(/^-(\w)$/, '-s $1'))
  return [...spelt, ...valueWords(value)].join(' ')
}

/** `-x`: a value, and no file; `-F`: files in spite of the `-f` above. */
function valueWords(value: Value | null): readonly string[] {
  if (value === null) return []
  if (value === 'path') return ['-r', '-F']
  if (value === 'text') return ['-x']
  return ['-x', '-a', quoted(value.map(({ name }) => name).join(' '))]
}

const described = (summary: string) => (summary === '' ? '' : ` -d ${quoted(summary)}`)

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
