import { branches, pathPattern, quoted } from './case.ts'
import type { Node } from './nodes.ts'

/** For bash from 3.2, which has no `compopt` and completes files where nothing else is offered. */
export function bashScript(nodes: readonly Node[]): string {
  return `# bash: sello
_sello() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]}
  local at= paths= word
  local -a offered=() flags=()
  # To bash the sign of --flag=value is a word.
  if [[ $current == = ]]; then
    current=
  elif [[ $before == = ]]; then
    before=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    case "$at $word" in
      ${pathPattern(nodes)}) at="$at $word" ;;
    esac
  done
  case "$at" in
${branches(nodes, ({ name }) => quoted(name))}
  esac
  COMPREPLY=()
  if [[ -n $paths && ! ($current == -* && \${#flags[@]} -gt 0) ]]; then
    return # with nothing the shell completes files, as it does elsewhere
  fi
  compopt +o default 2>/dev/null
  if [[ \${#offered[@]} -eq 0 || ($current == -* && \${#flags[@]} -gt 0) ]]; then
    offered=("\${flags[@]}")
  fi
  COMPREPLY=($(compgen -W "\${offered[*]}" -- "$current"))
}
complete -o default -F _sello sello`
}
