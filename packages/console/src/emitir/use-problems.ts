/** What is wrong in the form: of its rules, of the server's answer, and which of it is shown already. */
import { useCallback, useMemo, useState } from 'react'
import type { Issue } from '../api/issue.ts'
import { type Marked, markIssues } from './campos.ts'
import { firstCell } from './cells.ts'
import { fieldAt, focusCell, isPhone } from './focus.ts'
import { type Form, isEmptyForm } from './form.ts'
import { LINEAS } from './lineas/columnas.ts'
import { TIPO_FORM } from './tipo-form.ts'
import type { Live } from './use-evaluated.ts'

export type Problems = ReturnType<typeof useProblems>

interface Of {
  readonly form: Form
  readonly live: Live
  readonly areAllShown: boolean
  /** On a phone a line is mended in its sheet. */
  readonly openLine: (id: string) => void
}

export function useProblems({ form, live, areAllShown, openLine }: Of) {
  const [showAll, setAllShown] = useState(areAllShown)
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const [server, setServer] = useState<readonly Marked[]>([])
  const { isBlank } = live.peticion
  const { empty } = LINEAS[TIPO_FORM[form.tipoDte].lineas]
  const all = useMemo(() => {
    const seen = new Set<string>()
    return [
      ...(isBlank ? [{ at: 'items', message: empty }] : []),
      ...server,
      ...live.problems,
    ].filter(({ at }) => !seen.has(at) && seen.add(at))
  }, [isBlank, empty, server, live.problems])
  /** By field, of what was left, or asked to be sent. */
  const shown: ReadonlyMap<string, string> = useMemo(
    () =>
      new Map(
        all
          .filter(({ at }) => showAll || visited.has(at) || server.some((one) => one.at === at))
          .map(({ at, message }) => [at, message] as const),
      ),
    [all, showAll, visited, server],
  )
  const onBlur = useCallback(
    (at: string) => setVisited((before) => (before.has(at) ? before : new Set([...before, at]))),
    [],
  )
  /** What is typed now was not refused. */
  const forget = useCallback(() => setServer((before) => (before.length === 0 ? before : [])), [])
  /** Shows what the server refused. */
  const mark = (issues: readonly Issue[]) => {
    const marked = markIssues(issues, live.peticion.lineas, TIPO_FORM[form.tipoDte].lineas)
    setServer(marked)
    return marked
  }
  const goTo = (at: string) => {
    setAllShown(true)
    const [of, id = ''] = at.split('/')
    if (at === 'items') focusCell(firstCell(form, form.lineas[0]?.id ?? ''))
    else if (of === 'linea') {
      focusCell(at)
      if (isPhone()) openLine(id)
    } else {
      requestAnimationFrame(() => {
        const receptor = document.querySelector<HTMLElement>('[data-at^="receptor"]')
        ;(fieldAt(at) ?? receptor)?.focus()
      })
    }
  }
  /** In the totals nothing is wrong before something is filled in. */
  const listed = showAll || !(isBlank || isEmptyForm(form)) ? all : []
  return { isBlank, all, listed, shown, onBlur, setAllShown, mark, forget, goTo }
}
