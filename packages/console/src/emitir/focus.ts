/** Where the hands go on in the form, so that a sale needs no mouse. */
import { useEffect } from 'react'
import { firstCell } from './cells.ts'
import type { Form } from './form.ts'
import { isEmptyLinea } from './lineas/linea.ts'
import { TIPO_FORM } from './tipo-form.ts'

/** The field that a path of the form names, if it is drawn. */
export const fieldAt = (at: string) =>
  document.querySelector<HTMLElement>(`[data-at="${CSS.escape(at)}"]`)

export function focusCell(at: string): void {
  const cell = fieldAt(at)
  cell?.focus()
  cell?.scrollIntoView({ block: 'nearest' })
}

/** The first thing that is still to be written: what a note adjusts, whom a document needs to name, the next line. */
function firstField(form: Form): string {
  const { tipoDte, relacionados, receptor, lineas } = form
  const tipo = TIPO_FORM[tipoDte]
  if (tipo.relacionados && relacionados.length === 0) return 'documentosRelacionados'
  const needsReceptor = !tipo.relacionados && !tipo.sinNombre && !form.propio
  if (needsReceptor && receptor === null) return 'receptor'
  if (tipo.remite && form.bienTitulo === '') return 'bienTitulo'
  if (tipo.lineas === 'liquidacion' && lineas.every(isEmptyLinea)) return 'mes'
  if (tipo.lineas === 'contable' && form.contable.desde === '') return 'liquidacionContable.desde'
  const linea = tipo.relacionados ? lineas[0] : lineas.at(-1) // a note has its document's lines
  return firstCell(form, linea?.id ?? '')
}

/** On a phone a focused field opens the keyboard over the page, and the lines are drawn otherwise. */
export const PHONE = '(max-width: 759px)'
export const isPhone = () => matchMedia(PHONE).matches

/** A busy machine draws the form some frames after it changed. */
const FRAMES_MAX = 60

/** Once the form is drawn, unless somebody went elsewhere meanwhile. Not under a dialog, which has the focus. */
export function focusFirst(form: Form): void {
  if (isPhone()) return
  const at = firstField(form)
  const tryAt = (frame: number, before: Element | null): void => {
    requestAnimationFrame(() => {
      const now = document.activeElement
      // Until the first frame a menu or dialog that closes gives the focus back; a field somebody went to is theirs.
      const isGivenBack = frame === 0 && !now?.matches('input, select, textarea')
      const isElsewhere = now !== before && now !== document.body && !isGivenBack
      if (isElsewhere || document.querySelector('dialog[open]')) return
      if (fieldAt(at)) focusCell(at)
      else if (frame < FRAMES_MAX) tryAt(frame + 1, now)
    })
  }
  tryAt(0, document.activeElement)
}

/** When the form opens, and when it becomes another type's. */
export function useFocusFirst(form: Form): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed moves nothing
  useEffect(() => focusFirst(form), [form.tipoDte])
}
