import { branches, pathPattern, quoted } from './case.ts'
import type { Node, Word } from './nodes.ts'

/** For zsh: a file of its `fpath`, or read by `source`. */
export function zshScript(nodes: readonly Node[]): string {
  return `#compdef sello
_sello() {
  local at= paths= word before=\${words[CURRENT - 1]}
  local -a offered flags
  if [[ $PREFIX == --*=* ]]; then
    before=\${PREFIX%%=*}
    compset -P '*='
  fi
  for word in "\${(@)words[2,CURRENT - 1]}"; do
    case "$at $word" in
      ${pathPattern(nodes)}) at="$at $word" ;;
    esac
  done
  case "$at" in
${branches(nodes, item)}
  esac
  if [[ -n $paths && ! ($PREFIX == -* && \${#flags} -gt 0) ]]; then
    _files
  elif [[ \${#offered} -eq 0 || ($PREFIX == -* && \${#flags} -gt 0) ]]; then
    _describe -o sello flags
  else
    _describe sello offered
  fi
}
if [[ $funcstack[1] == _sello ]]; then
  _sello "$@"
else
  compdef _sello sello
fi`
}

/** `_describe` takes what follows the first colon for the description. */
const item = ({ name, summary }: Word) => quoted(summary === '' ? name : `${name}:${summary}`)
