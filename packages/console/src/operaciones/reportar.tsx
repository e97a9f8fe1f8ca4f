/** Reporting simplified invoices and vouchers of internal control (event 17), or voiding some that were reported. */
import { useEffect, useRef, useState } from 'react'
import { hoy } from '../clock.ts'
import type { Signed } from '../firma/store.ts'
import { isReplayed } from '../paginas/act-keys.ts'
import { useSignedAct } from '../paginas/signed-act.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Problem } from '../ui/problem.tsx'
import { money } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { FilasDelReporte } from './filas.tsx'
import { type Fila, filaTras, leerReporte, totalesDe } from './reporte.ts'

interface Props {
  /** The event whose vouchers are voided, with its lines; absent: vouchers are reported. */
  readonly anula?: { readonly codigoGeneracion: string; readonly filas: readonly Fila[] }
  readonly onClose: () => void
  /** The event was signed. */
  readonly onDone: (codigoGeneracion: string) => void
}

export function Reportar({ anula, onClose, onDone }: Props) {
  const [filas, setFilas] = useState<readonly Fila[]>(anula?.filas ?? [filaTras(1)])
  const [isSent, setIsSent] = useState(false)
  const lines = useRef<HTMLDivElement>(null)
  const leido = leerReporte(filas, { today: hoy(), anulaDe: anula?.codigoGeneracion ?? null })
  const totales = totalesDe(leido.items)
  const act = useSignedAct((signed) => {
    toast(avisoDe(signed))
    onDone((signed.body as { codigoGeneracion: string }).codigoGeneracion)
  })
  useNewest(lines, filas.length)
  const send = () => {
    setIsSent(true)
    if (leido.errores.size > 0) return
    void act.run('/v1/operaciones-especiales', { items: leido.items })
  }
  return (
    <Dialog
      title={anula ? 'Anular comprobantes' : 'Reportar operaciones especiales'}
      wide
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button primary onClick={send} busy={act.busy}>
            {anula ? 'Anular' : 'Reportar'}
          </Button>
        </>
      }
    >
      <p className="sub">
        {anula
          ? 'Deje las líneas de lo que se anula, con los números y el total de lo anulado.'
          : 'El papel que queda junto a los documentos electrónicos: una línea por cada rango, con su total sin IVA. Sin «Hasta» es uno solo.'}
      </p>
      <div ref={lines}>
        <FilasDelReporte
          filas={filas}
          errores={isSent ? leido.errores : new Map()}
          onChange={setFilas}
        />
      </div>
      <div className="inline">
        <Button small onClick={() => setFilas([...filas, filaTras(nextOf(filas), filas.at(-1))])}>
          Otra línea
        </Button>
        <span className="space" />
        <p role="status">
          IVA $ {money(totales.totalIva)} · Total <b>$ {money(totales.total)}</b>. Va a Hacienda.
        </p>
      </div>
      <Problem text={act.problem} />
      {act.dialog}
    </Dialog>
  )
}

const nextOf = (filas: readonly Fila[]) => Math.max(0, ...filas.map(({ id }) => id)) + 1

/** A line that was added has the focus. */
function useNewest(lines: { readonly current: HTMLElement | null }, count: number): void {
  const known = useRef(count)
  useEffect(() => {
    if (count > known.current) {
      lines.current?.querySelector<HTMLElement>('li:last-child select')?.focus()
    }
    known.current = count
  }, [lines, count])
}

function avisoDe(signed: Signed): string {
  const { estado } = signed.body as { estado: string }
  if (isReplayed(signed)) return 'Ya estaba reportado.'
  return estado === 'sellado'
    ? 'Reporte sellado.'
    : 'Hacienda no respondió. El reporte está firmado y Sello lo sigue transmitiendo.'
}
