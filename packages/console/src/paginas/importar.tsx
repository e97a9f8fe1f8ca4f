/**
 * Imports rows of a spreadsheet one by one: stores the valid ones and says why each other one is not. It can be ended
 * between two rows; what was stored stays, and is the same when the file is imported again.
 */
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { call } from '../api/http.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { download } from '../exportar/download.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Problem } from '../ui/problem.tsx'
import { messageOf } from '../ui/states.tsx'
import { count } from '../ui/text.ts'
import { useAct } from '../ui/use-act.ts'
import { byMember, type CsvRow, readCsv } from './csv.ts'

export interface ImportarProps {
  readonly what: 'clientes' | 'productos'
  /** The /v1 route, and the cached rows to reload. */
  readonly of: 'customers' | 'products'
  /** By member of the body, the heading that people read and write. */
  readonly columns: Readonly<Record<string, string>>
  readonly required: string
  /** The body of one row, or its error. */
  readonly toBody: (row: CsvRow) => object | string
  readonly onClose: () => void
}

interface Read {
  /** Of the file, as a spreadsheet counts. */
  readonly fila: number
  readonly name: string
  readonly body: object | string
}

export function Importar({ what, of, columns, required, toBody, onClose }: ImportarProps) {
  const workspace = useWorkspace()
  const client = useQueryClient()
  const reading = useAct()
  const [rows, setRows] = useState<readonly Read[] | null>(null)
  const [done, setDone] = useState<{ stored: number; bad: readonly string[] } | null>(null)
  const [stored, setStored] = useState<number | null>(null)
  const isEnded = useRef(false)
  const titles = Object.values(columns)
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (!file) return
    setRows(null)
    const read = readCsv(new Uint8Array(await file.arrayBuffer()))
    setRows(
      read.map(({ fila, row }) => {
        const named = byMember(row, columns)
        const name = named[required] ?? ''
        return { fila, name, body: name ? toBody(named) : `Falta «${columns[required]}».` }
      }),
    )
  }
  const good = (rows ?? []).filter((row) => typeof row.body === 'object')
  const bad = (rows ?? []).filter((row) => typeof row.body === 'string')
  const load = async () => {
    const refused: string[] = []
    let kept = 0
    isEnded.current = false
    setStored(0)
    for (const { fila, name, body } of good) {
      if (isEnded.current) break
      try {
        await call(`${apiOf(workspace)}/v1/${of}`, { method: 'POST', body: body as object })
        kept += 1
        setStored(kept)
      } catch (error) {
        refused.push(`Fila ${fila}, ${name}: ${messageOf(error)}`)
      }
    }
    await client.invalidateQueries({ queryKey: [of] })
    setDone({ stored: kept, bad: refused })
    setStored(null)
  }
  const button = done ? (
    <Button primary onClick={onClose}>
      Listo
    </Button>
  ) : (
    <Button
      primary
      busy={stored !== null}
      why={
        good.length === 0 ? `Elija antes un archivo con la columna «${columns[required]}».` : null
      }
      onClick={() => void load()}
    >
      {stored === null
        ? `Importar ${count(good.length)}`
        : `Guardando ${count(stored)} de ${count(good.length)}`}
    </Button>
  )
  return (
    <Dialog
      title={`Importar ${what}`}
      onClose={() => {
        isEnded.current = true
        onClose()
      }}
      footer={
        <>
          {stored !== null && (
            <Button
              onClick={() => {
                isEnded.current = true
              }}
            >
              Detener
            </Button>
          )}
          {button}
        </>
      }
    >
      <p className="sub">
        Un archivo CSV con estos encabezados: {titles.join(', ')}. Solo «{columns[required]}» es
        obligatorio.
      </p>
      <Button
        small
        onClick={() => {
          const bytes = `\uFEFF${titles.join(';')}\r\n` // with its mark Excel reads UTF-8
          download(new Blob([bytes], { type: 'text/csv' }), `${what}.csv`)
        }}
      >
        Descargar plantilla
      </Button>
      <input
        type="file"
        accept=".csv,text/csv"
        aria-label="Archivo CSV"
        onChange={(event) => void reading.run(() => choose(event))}
      />
      <Problem text={reading.problem} />
      {rows && !done && (
        <p role="status">
          Filas listas: {count(good.length)}. Por corregir: {count(bad.length)}.
        </p>
      )}
      {!done &&
        bad.map(({ fila, name, body }) => (
          <p key={fila} className="err">
            Fila {fila}
            {name && `, ${name}`}: {String(body)}
          </p>
        ))}
      {done && (
        <>
          <p role="status">
            Guardados: {count(done.stored)} de {count(good.length)}.
          </p>
          {done.bad.map((line) => (
            <p key={line} className="err">
              {line}
            </p>
          ))}
        </>
      )}
    </Dialog>
  )
}
