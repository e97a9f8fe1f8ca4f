/** What a row of the lines can do, as one object that stays the same, so that no row is drawn again for it. */
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useMemo } from 'react'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { messageOf } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import type { GridProps, RowActs } from './cells.ts'
import { fieldAt } from './focus.ts'
import type { Form } from './form.ts'
import { type Column, LINEAS } from './lineas/columnas.ts'
import { isEmptyLinea } from './lineas/linea.ts'
import { findByCode, lineOf } from './productos.ts'
import { TIPO_FORM } from './tipo-form.ts'

interface Of {
  readonly latest: RefObject<GridProps>
  readonly dispatch: GridProps['dispatch']
  readonly goTo: (n: number, column: Column | null) => void
  readonly details: (id: string) => void
}

/** What comes after the lines, the first that the type has. */
const AFTER = ['condicionOperacion', 'formaPago', 'referencia']

const afterCopy = ({ tipoDte }: Form) => LINEAS[TIPO_FORM[tipoDte].lineas].copied

export function useRowActs({ latest, dispatch, goTo, details }: Of): RowActs {
  const api = apiOf(useWorkspace())
  const client = useQueryClient()
  return useMemo<RowActs>(() => {
    const indexOf = (id: string) => latest.current.form.lineas.findIndex((one) => one.id === id)
    /** The row, if something is written in it. */
    const filled = (id: string) => {
      const at = indexOf(id)
      const linea = latest.current.form.lineas[at]
      return linea && !isEmptyLinea(linea) ? { at, linea } : null
    }
    return {
      set: (id, values) => dispatch({ kind: 'linea', id, values }),
      blur: (at) => latest.current.onBlur(at),
      details,
      go: (id, column, by) => goTo(indexOf(id) + by, column),
      remove: (id) => {
        const row = filled(id)
        if (!row) return
        dispatch({ kind: 'quitar', id })
        toast(`Línea ${row.at + 1} quitada.`, {
          label: 'Deshacer',
          run: () => dispatch({ kind: 'insertar', ...row }),
        })
        requestAnimationFrame(() => goTo(row.at, null))
      },
      copy: (id) => {
        if (!filled(id)) return
        dispatch({ kind: 'copiar', id })
        requestAnimationFrame(() => goTo(indexOf(id) + 1, afterCopy(latest.current.form)))
      },
      move: (id, by) => dispatch({ kind: 'mover', id, by }),
      byCode: async (id, texto, suma) => {
        try {
          const product = await findByCode(client, api, texto)
          const { tipoDte } = latest.current.form
          if (product) {
            dispatch({ kind: 'producto', id, texto, values: lineOf(product, tipoDte), suma })
          } else if (suma) {
            toast(`Ningún producto tiene el código «${texto.trim()}».`)
            // What is scanned next replaces it, unless that began already.
            const focused = document.activeElement
            if (focused instanceof HTMLTextAreaElement && focused.value === '') {
              goTo(indexOf(id), 'descripcion')
            }
          }
        } catch (error) {
          toast(messageOf(error))
        }
      },
      leave: () =>
        AFTER.map(fieldAt)
          .find((field) => field !== null)
          ?.focus(),
      isEnd: (id) => indexOf(id) === latest.current.form.lineas.length - 1 && !filled(id),
    }
  }, [latest, dispatch, goTo, details, client, api])
}
