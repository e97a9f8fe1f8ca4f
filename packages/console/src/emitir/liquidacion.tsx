/** Of a comprobante de liquidación (08): its month, and what was sold in it for the principal. */
import { useState } from 'react'
import { call } from '../api/http.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { hoy } from '../clock.ts'
import { Button } from '../ui/button.tsx'
import { Month } from '../ui/month.tsx'
import { messageOf } from '../ui/states.tsx'
import { monthName } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import type { Change, Form } from './form.ts'
import { type Listado, lineaHallada } from './lineas/liquidacion.ts'
import css from './liquidacion.module.css'
import { mesDe } from './peticion.ts'

interface Props {
  readonly form: Form
  readonly dispatch: (change: Change) => void
  readonly error: string | undefined
}

interface Hallados {
  readonly documentos: readonly Listado[]
  readonly codDomiciliado: number | null
}

/** Electronic documents exist since then. */
const DESDE = '2023-01'

export function Vendido({ form, dispatch, error }: Props) {
  const workspace = useWorkspace()
  const [busy, setBusy] = useState(false)
  const mes = mesDe(form)
  const mandante = form.receptor?.numDocumento.trim() ?? ''
  const gather = async () => {
    setBusy(true)
    try {
      const query = new URLSearchParams({ mandante, periodo: mes })
      const path = `${apiOf(workspace)}/documentos/liquidables?${query}`
      const { documentos, codDomiciliado } = await call<Hallados>(path)
      const listed = new Set(form.lineas.map(keyOf))
      const fresh = documentos.map(lineaHallada).filter((linea) => !listed.has(keyOf(linea)))
      if (fresh.length > 0) dispatch({ kind: 'agregar', lineas: fresh })
      // They say where the principal lives.
      const { receptor } = form
      const says = receptor !== null && receptor.codDomiciliado === '' && codDomiciliado !== null
      dispatch({
        kind: 'set',
        values: {
          mes,
          ...(says ? { receptor: { ...receptor, codDomiciliado: String(codDomiciliado) } } : {}),
        },
      })
      toast(saidOf(fresh.length, documentos.length, mes))
    } catch (problem) {
      toast(messageOf(problem))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={css.sold}>
      <fieldset className={`field ${css.month}`}>
        <legend className="label">Mes que se liquida</legend>
        <Month
          value={mes}
          from={DESDE}
          to={hoy().slice(0, 7)}
          onChange={(month) => dispatch({ kind: 'set', values: { mes: month } })}
        />
      </fieldset>
      <Button
        onClick={() => void gather()}
        why={mandante === '' ? 'Elija antes el mandante, con su documento.' : null}
        busy={busy}
        data-at="mes"
      >
        Traer lo vendido en {monthName(`${mes}-01`).toLowerCase()}
      </Button>
      {error && <span className="err">{error}</span>}
    </div>
  )
}

/** A document stands once, and once more as invalidated. */
const keyOf = ({ numero, liquidado }: Form['lineas'][number]) =>
  `${numero.trim().toUpperCase()}/${liquidado?.invalidado ?? false}`

function saidOf(fresh: number, found: number, mes: string): string {
  const month = `${monthName(`${mes}-01`).toLowerCase()} de ${mes.slice(0, 4)}`
  if (found === 0) {
    return `Nada por liquidar a este mandante en ${month}: ni ventas selladas por su cuenta, ni invalidaciones.`
  }
  if (fresh === 0) return `Ya está en la lista todo lo de ${month}.`
  return fresh === 1 ? 'Se agregó un documento.' : `Se agregaron ${fresh} documentos.`
}
