/** A return by line, limited to what has not been returned yet. */
import { useState } from 'react'
import type { Query } from '../emitir/from-documento.ts'
import { leerNumero } from '../emitir/numero.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { avisoDeDevolucion } from './devolucion.ts'
import { useSignedAct } from './signed-act.tsx'

interface Disponible {
  readonly linea: number
  readonly vendido?: number
  readonly vendida?: number
  readonly devuelto?: number
  readonly devuelta?: number
  readonly disponible: number
}

interface Props {
  readonly doc: Query & { readonly disponible?: unknown }
  readonly onClose: () => void
  readonly onDone: () => void
}

export function Devolver({ doc, onClose, onDone }: Props) {
  const lineas = readDisponible(doc.disponible)
  const documento = doc.documento as { cuerpoDocumento?: readonly { descripcion: string }[] } | null
  const [wanted, setWanted] = useState<Readonly<Record<number, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const act = useSignedAct((signed) => {
    toast(avisoDeDevolucion(signed))
    onDone()
  })
  const send = () => {
    const items: { linea: number; cantidad: number }[] = []
    for (const one of lineas) {
      const leido = leerNumero(wanted[one.linea] ?? '')
      if (leido.kind === 'vacio') continue
      if (leido.kind !== 'numero' || leido.valor <= 0) {
        return setProblem(`Escriba un número en la línea ${one.linea}.`)
      }
      if (leido.valor > one.disponible) {
        return setProblem(`La línea ${one.linea} tiene ${one.disponible} disponibles.`)
      }
      items.push({ linea: one.linea, cantidad: leido.valor })
    }
    if (items.length === 0) return setProblem('Diga qué se devuelve.')
    setProblem(null)
    void act.run(`/dte/${doc.codigoGeneracion}/return`, { items })
  }
  return (
    <Dialog
      title="Devolución"
      wide
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button danger onClick={send} busy={act.busy}>
            Registrar
          </Button>
        </>
      }
    >
      <p className="sub">Va a Hacienda y no se puede deshacer.</p>
      <table className="table plain">
        <thead>
          <tr>
            <th>Línea</th>
            <th className="num">Vendida</th>
            <th className="num">Devuelta</th>
            <th className="num">Disponible</th>
            <th className="num">Se devuelve</th>
          </tr>
        </thead>
        <tbody>
          {lineas.map((one) => (
            <tr key={one.linea}>
              <td>{documento?.cuerpoDocumento?.[one.linea - 1]?.descripcion ?? one.linea}</td>
              <td className="num">{one.vendida ?? one.vendido ?? '–'}</td>
              <td className="num">{one.devuelta ?? one.devuelto ?? '–'}</td>
              <td className="num">{one.disponible}</td>
              <td className="num">
                <input
                  className="in num"
                  style={{ width: 96 }}
                  inputMode="decimal"
                  aria-label={`Se devuelve de la línea ${one.linea}`}
                  value={wanted[one.linea] ?? ''}
                  onChange={(event) => setWanted({ ...wanted, [one.linea]: event.target.value })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {(problem ?? act.problem) && (
        <p className="err" role="alert">
          {problem ?? act.problem}
        </p>
      )}
      {act.dialog}
    </Dialog>
  )
}

function readDisponible(value: unknown): readonly Disponible[] {
  const rows = Array.isArray(value) ? value : ((value as { lineas?: unknown } | null)?.lineas ?? [])
  return Array.isArray(rows) ? (rows as Disponible[]) : []
}
