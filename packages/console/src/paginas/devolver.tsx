/** A return by line, limited to what has not been returned yet, with what it comes to. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/http.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import type { Query } from '../emitir/from-documento.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Problem } from '../ui/problem.tsx'
import { messageOf } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { money } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { useSettled } from '../ui/use-searched.ts'
import {
  avisoDeDevolucion,
  type Disponible,
  filaDe,
  type ItemDevuelto,
  leerDevolucion,
} from './devolucion.ts'
import css from './devolver.module.css'
import { useSignedAct } from './signed-act.tsx'

interface Props {
  readonly doc: Query
  readonly onClose: () => void
  readonly onDone: () => void
}

export function Devolver({ doc, onClose, onDone }: Props) {
  const lineas = doc.disponible ?? []
  const [wanted, setWanted] = useState<Readonly<Record<number, string>>>({})
  const [isEmpty, setIsEmpty] = useState(false)
  const { items, errores } = leerDevolucion(lineas, wanted)
  const total = useTotal(doc, errores.size === 0 ? items : [])
  const act = useSignedAct((signed) => {
    toast(avisoDeDevolucion(signed))
    onDone()
  })
  const write = (values: Readonly<Record<number, string>>) => {
    setIsEmpty(false)
    setWanted(values)
  }
  const send = () => {
    if (items.length === 0) setIsEmpty(true)
    if (errores.size > 0 || items.length === 0) return
    void act.run(`/v1/dte/${doc.codigoGeneracion}/return`, { items })
  }
  const all = () =>
    write(Object.fromEntries(lineas.map(filaDe).map(({ linea, resto }) => [linea, resto])))
  const empty = isEmpty ? 'Escriba cuánto se devuelve de alguna línea.' : null
  const problem = empty ?? act.problem ?? total.problem
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
      <Lineas doc={doc} lineas={lineas} wanted={wanted} errores={errores} onChange={write} />
      <div className="inline">
        <Button small onClick={all}>
          Devolver todo lo que queda
        </Button>
        <span className="space" />
        <p role="status">
          {total.amount !== null && (
            <>
              Devolución de <b>$ {total.amount}</b>.{' '}
            </>
          )}
          Va a Hacienda y no se puede deshacer.
        </p>
      </div>
      <Problem text={problem} />
      {act.dialog}
    </Dialog>
  )
}

/** What the service would write for these items; nothing while it is not known. */
function useTotal({ codigoGeneracion, disponible }: Query, items: readonly ItemDevuelto[]) {
  const workspace = useWorkspace()
  const now = JSON.stringify(items)
  const asked = useSettled(now)
  const { data, error } = useQuery({
    // The same lines come to another amount once a part was returned.
    queryKey: ['devolucion', apiOf(workspace), codigoGeneracion, disponible, asked],
    queryFn: () =>
      call<{ totales: { totalPagar: number } }>(
        `${apiOf(workspace)}/documentos/${codigoGeneracion}/devolucion`,
        { method: 'POST', body: { items: JSON.parse(asked) } },
      ),
    enabled: asked !== '[]',
    retry: false,
  })
  const isKnown = now !== '[]' && asked === now
  return {
    amount: isKnown && data ? money(data.totales.totalPagar) : null,
    problem: isKnown && error ? messageOf(error) : null,
  }
}

interface LineasProps {
  readonly doc: Query
  readonly lineas: readonly Disponible[]
  readonly wanted: Readonly<Record<number, string>>
  readonly errores: ReadonlyMap<number, string>
  readonly onChange: (wanted: Readonly<Record<number, string>>) => void
}

function Lineas({ doc, lineas, wanted, errores, onChange }: LineasProps) {
  const documento = doc.documento as { cuerpoDocumento?: readonly { descripcion: string }[] } | null
  return (
    <Table
      heads={[
        'Línea',
        ['Vendido', 'num'],
        ['Devuelto', 'num'],
        ['Queda', 'num'],
        ['Se devuelve', 'num'],
      ]}
      className="plain"
    >
      {lineas.map(filaDe).map(({ linea, vendido, devuelto, disponible }) => (
        <tr key={linea}>
          <td>{documento?.cuerpoDocumento?.[linea - 1]?.descripcion ?? linea}</td>
          <td className="num">{vendido}</td>
          <td className="num">{devuelto}</td>
          <td className="num">{disponible}</td>
          <td className="num">
            <input
              className={`input num ${css.quantity}`}
              inputMode="decimal"
              aria-label={`Se devuelve de la línea ${linea}`}
              aria-invalid={errores.has(linea)}
              aria-describedby={`devuelve-${linea}`}
              value={wanted[linea] ?? ''}
              onChange={(event) => onChange({ ...wanted, [linea]: event.target.value })}
            />
            <span className="err" id={`devuelve-${linea}`} aria-live="polite">
              {errores.get(linea)}
            </span>
          </td>
        </tr>
      ))}
    </Table>
  )
}
