/**
 * The annexes of the monthly return (F-07), as files; the accountant's declarations are asked once and
 * stored.
 */
import { Download } from 'lucide-react'
import { useState } from 'react'
import { apiOf, useWorkspace, type Workspace } from '../app/workspace.ts'
import { BASE } from '../base.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { count } from '../ui/text.ts'
import css from './anexos.module.css'

interface Anexo {
  readonly archivo: string
  readonly nombre: string
  readonly filas: number
  readonly avisos: readonly string[]
}

/** The address of a file of the month. */
export function fileAt(
  workspace: Workspace,
  mes: string,
  query: Readonly<Record<string, string>>,
): string {
  return `${BASE}/console/api${apiOf(workspace)}/v1/books/${mes}/file?${new URLSearchParams(query)}`
}

type Dichos = Readonly<Record<string, string>>
type Choice = readonly [code: string, name: string]

// biome-ignore format: a table
const OPERACION: readonly Choice[] = [['1', 'Gravada'], ['2', 'No gravada o exenta'], ['3', 'Excluida o no constituye renta'], ['4', 'Mixta'], ['12', 'Con retención definitiva (F-14, F-910)'], ['13', 'Excluida por el artículo 6 de la ley de renta']]
// biome-ignore format: a table
const INGRESO: readonly Choice[] = [['1', 'Profesiones, artes y oficios'], ['2', 'Servicios'], ['3', 'Comercio'], ['4', 'Industria'], ['5', 'Agropecuario'], ['6', 'Utilidades y dividendos'], ['7', 'Exportación de bienes'], ['8', 'Servicios hechos fuera y usados aquí'], ['9', 'Exportación de servicios'], ['10', 'Otras rentas gravables'], ['12', 'Con retención definitiva (F-14, F-910)'], ['13', 'Excluido por el artículo 6 de la ley de renta']]
// biome-ignore format: a table
const COSTO: readonly Choice[] = [['1.1.2.5', 'Costo local del comercio'], ['1.1.2.4', 'Costo importado del comercio'], ['1.1.1.5', 'Costo local de la industria'], ['1.1.1.7', 'Mano de obra de la industria'], ['1.1.1.6', 'Costo indirecto de fabricación'], ['1.1.3.5', 'Costo local del agro'], ['1.1.4.5', 'Costo local de servicios'], ['1.2.2.1', 'Gasto de venta, comercio'], ['1.2.2.2', 'Gasto de administración, comercio'], ['1.2.4.1', 'Gasto de venta, servicios'], ['1.2.4.2', 'Gasto de administración, servicios'], ['1.2.1.1', 'Gasto de venta, industria'], ['1.2.1.2', 'Gasto de administración, industria'], ['8.8.8.8', 'Ya va en otro anexo (8)'], ['9.9.9.9', 'No deducible (9)']]

const ASKS: Readonly<Record<string, 'ingreso' | 'costo'>> = {
  anexo1: 'ingreso',
  anexo2: 'ingreso',
  anexo5: 'costo',
}

export function Anexos({ libros, month }: { libros: object; month: string }) {
  const workspace = useWorkspace()
  const anexos = (libros as { anexos?: readonly Anexo[] }).anexos ?? []
  const [dichos, setDichos] = useDichos(workspace)
  const kept = { dichos, setDichos }
  const asked = new Set(anexos.map(({ archivo, filas }) => (filas > 0 ? ASKS[archivo] : null)))
  return (
    <section className="card tablebox" aria-labelledby="anexos">
      <div className="section">
        <div className="section-head">
          <h2 id="anexos">Anexos del F-07</h2>
        </div>
        <p className="sub">
          Los archivos que su contador sube a Hacienda, con los documentos sellados del mes.
          Revíselos antes de declarar.
        </p>
        <div className={`fields ${css.declared}`}>
          {asked.has('ingreso') && (
            <>
              <Choose label="Tipo de operación" of="operacion" all={OPERACION} {...kept} />
              <Choose label="Tipo de ingreso" of="ingreso" all={INGRESO} {...kept} />
            </>
          )}
          {asked.has('costo') && (
            <Choose label="Lo que se compra (anexo 5)" of="costo" all={COSTO} {...kept} />
          )}
        </div>
      </div>
      <ul>
        {anexos.map((anexo) => (
          <li key={anexo.archivo} className="section">
            <div className="section-head">
              <b>{anexo.nombre}</b>
              <span className="sub">
                {anexo.filas === 1 ? '1 línea' : `${count(anexo.filas)} líneas`}
              </span>
              <span className="space" />
              <Descarga anexo={anexo} month={month} dichos={dichos} />
            </div>
            {anexo.filas > 0 &&
              anexo.avisos.map((aviso) => (
                <p key={aviso} className="sub">
                  {aviso}
                </p>
              ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A link, or a disabled button that gives the reason. */
function Descarga(props: { anexo: Anexo; month: string; dichos: Dichos }) {
  const workspace = useWorkspace()
  const { anexo, month, dichos } = props
  const query = queryOf(anexo.archivo, dichos)
  const why =
    anexo.filas === 0 ? 'Sin líneas' : query === null ? 'Elija antes qué declara, arriba' : null
  if (why !== null || query === null) {
    return (
      <Button small why={why}>
        {why}
      </Button>
    )
  }
  return (
    <a
      className="btn compact"
      href={fileAt(workspace, month, query)}
      download
      data-annex={anexo.archivo}
    >
      <Download className="icon" aria-hidden /> Descargar
      <span className="unseen"> {anexo.nombre}</span>
    </a>
  )
}

function queryOf(archivo: string, dichos: Dichos): Record<string, string> | null {
  const asks = ASKS[archivo]
  if (!asks) return { archivo }
  if (asks === 'ingreso') {
    const { operacion, ingreso } = dichos
    return operacion && ingreso ? { archivo, operacion, ingreso } : null
  }
  if (!dichos.costo) return null
  const [operacion = '', clasificacion = '', sector = '', tipo = ''] = dichos.costo.split('.')
  return { archivo, operacion, clasificacion, sector, tipo }
}

function Choose(props: {
  label: string
  of: string
  all: readonly Choice[]
  dichos: Dichos
  setDichos: (next: Dichos) => void
}) {
  const { label, of, all, dichos, setDichos } = props
  return (
    <Field label={label} className="w6">
      <select
        className="input"
        name={of}
        value={dichos[of] ?? ''}
        onChange={(event) => setDichos({ ...dichos, [of]: event.target.value })}
      >
        <option value="">Elija</option>
        {all.map(([code, name]) => (
          <option key={code} value={code}>
            {of === 'costo' ? name : `${code} ${name}`}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** Stored by company in this browser: nothing secret, and usually the same next month. */
function useDichos({ empresa }: Workspace): [Dichos, (next: Dichos) => void] {
  const key = `sello/anexos/${empresa.nit}`
  const [kept, setKept] = useState(() => ({ key, dichos: readDichos(key) }))
  return [
    // Belongs to a previously shown company.
    kept.key === key ? kept.dichos : readDichos(key),
    (dichos) => {
      localStorage.setItem(key, JSON.stringify(dichos))
      setKept({ key, dichos })
    },
  ]
}

/** The stored declarations, keeping only known codes, since another version may have written them. */
function readDichos(key: string): Dichos {
  const known = { operacion: OPERACION, ingreso: INGRESO, costo: COSTO }
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    const said = typeof stored === 'object' && stored !== null ? (stored as Dichos) : {}
    return Object.fromEntries(
      Object.entries(known).flatMap(([name, all]) =>
        all.some(([code]) => code === said[name]) ? [[name, said[name] ?? '']] : [],
      ),
    )
  } catch {
    return {} // invalid or truncated: asked again
  }
}
