import { useEffect, useState } from 'react'
import { read, write } from '../db.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { count } from '../ui/text.ts'
import type { Clase } from './lineas/columnas.ts'
import type { Linea } from './lineas/linea.ts'
import { type Destino, destinosDe, LINEAS_MAX, readTabla, type Tabla, toLineas } from './pegar.ts'

interface Props {
  /** The text already pasted; empty: the person pastes here. */
  readonly text: string
  /** Of the type that is being issued. */
  readonly clase: Clase
  readonly onAdd: (lineas: readonly Linea[]) => void
  readonly onClose: () => void
}

export function PegarDialog({ text, clase, onAdd, onClose }: Props) {
  const destinos = destinosDe(clase)
  const [tabla, setTabla] = useState<Tabla | null>(text ? readTabla(text, clase) : null)
  const width = tabla && !tabla.conEncabezado ? tabla.destinos.length : null
  useEffect(() => {
    // Columns without headings: uses the person's last mapping.
    if (width === null) return
    void read<Destino[]>('mapas', mapName(clase, width)).then((kept) => {
      if (kept) setTabla((now) => (now ? { ...now, destinos: kept } : now))
    })
  }, [clase, width])
  const rows = tabla?.filas.length ?? 0
  const add = () => {
    if (!tabla) return
    void write('mapas', mapName(clase, tabla.destinos.length), tabla.destinos)
    onAdd(toLineas(tabla))
    onClose()
  }
  return (
    <Dialog
      title="Pegar de Excel"
      wide
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button primary onClick={add} why={rows === 0 ? 'Pegue antes las filas.' : null}>
            Agregar {count(Math.min(rows, LINEAS_MAX))} {rows === 1 ? 'línea' : 'líneas'}
          </Button>
        </>
      }
    >
      {tabla === null ? (
        <Field
          label="Copie las filas en su hoja y péguelas aquí"
          help={`Con o sin encabezados: ${wordsOf(destinos)}.`}
        >
          <textarea
            className="input"
            rows={8}
            autoFocus
            onPaste={(event) => {
              event.preventDefault()
              setTabla(readTabla(event.clipboardData.getData('text/plain'), clase))
            }}
          />
        </Field>
      ) : (
        <>
          <p className="sub">
            {count(rows)} filas. Diga qué es cada columna.
            {rows > LINEAS_MAX &&
              ` Un documento lleva hasta ${count(LINEAS_MAX)}: las demás no se agregan.`}
          </p>
          <div style={{ overflowX: 'auto' }}>
            <table className="table plain">
              <thead>
                <tr>
                  {tabla.destinos.map((destino, n) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                    <th key={n}>
                      <select
                        className="input"
                        aria-label={`Columna ${n + 1}`}
                        value={destino}
                        onChange={(event) =>
                          setTabla({
                            ...tabla,
                            destinos: tabla.destinos.map((one, i) =>
                              i === n
                                ? (event.target.value as Destino)
                                : one === event.target.value
                                  ? 'nada'
                                  : one,
                            ),
                          })
                        }
                      >
                        {destinos.map(([code, name]) => (
                          <option key={code} value={code}>
                            {name}
                          </option>
                        ))}
                      </select>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {tabla.filas.slice(0, 5).map((row, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows of a fixed sample
                  <tr key={i}>
                    {tabla.destinos.map((_, n) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                      <td key={n}>{row[n]}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Dialog>
  )
}

/** Where the last mapping of so many columns is kept; the first kind of lines had the plain name. */
const mapName = (clase: Clase, width: number) =>
  clase === 'venta' ? `pegar/${width}` : `pegar/${clase}/${width}`

const wordsOf = (destinos: ReturnType<typeof destinosDe>) =>
  destinos
    .filter(([code]) => code !== 'nada')
    .map(([, name]) => name.toLowerCase())
    .join(', ')
