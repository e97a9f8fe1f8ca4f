/** What a row of the lines can do, as one object that stays the same, so that no row is drawn again for it. */
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useMemo } from 'react'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { messageOf } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import type { Column, GridProps, RowActs } from './cells.ts'
import { fieldAt } from './focus.ts'
import { isEmptyLinea } from './form.ts'
import { findByCode, lineOf } from './productos.ts'

interface Of {
  readonly latest: RefObject<GridProps>
  readonly dispatch: GridProps['dispatch']
  readonly goTo: (n: number, column: Column) => void
  readonly details: (id: string) => void
}

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
        requestAnimationFrame(() => goTo(row.at, 'descripcion'))
      },
      copy: (id) => {
        if (!filled(id)) return
        dispatch({ kind: 'copiar', id })
        requestAnimationFrame(() => goTo(indexOf(id) + 1, 'cantidad'))
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
      leave: () => (fieldAt('condicionOperacion') ?? fieldAt('referencia'))?.focus(),
      isEnd: (id) => indexOf(id) === latest.current.form.lineas.length - 1 && !filled(id),
    }
  }, [latest, dispatch, goTo, details, client, api])
}
