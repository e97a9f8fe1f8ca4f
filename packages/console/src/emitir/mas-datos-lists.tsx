/** The lists of «Más datos»: documents of origin, associated ones, and a company's own data on the sheet. */
import type { TipoDte } from '@sello/contract'
import { Plus, X } from 'lucide-react'
import { MODOS_TRANSPORTE, TIPOS_SERVICIO_MEDICO } from '../fiscal/catalogos.ts'
import { Button } from '../ui/button.tsx'
import { choicesOf, type FieldProblems, type FieldRow, Fields } from './fields.tsx'
import css from './mas-datos.module.css'
import {
  type Apendice,
  lleva,
  type MasDatos,
  type Origen,
  type OtroDocumento,
  origenesDe,
  origenVacio,
  otrosDe,
  otroVacio,
} from './mas-datos.ts'

interface ListsProps {
  readonly tipoDte: TipoDte
  readonly mas: MasDatos
  readonly set: (values: Partial<MasDatos>) => void
  readonly problems: FieldProblems
}

interface ListProps<T> {
  readonly problems: FieldProblems
  readonly at: string
  readonly rows: readonly T[]
  readonly set: (rows: readonly T[]) => void
  readonly titleOf: (row: T) => string
  readonly fieldsOf: (row: T) => readonly FieldRow<T>[]
  /** What follows from a change. */
  readonly changed?: (values: Partial<T>) => Partial<T>
  /** What can be added; `why`: not now. */
  readonly adds: readonly {
    readonly label: string
    readonly row: T
    readonly why?: string | null
  }[]
}

/** Each item with a button that removes it, and below them the buttons that add one. */
function List<T>(props: ListProps<T>) {
  const { problems, at, rows, set, titleOf, fieldsOf, adds, changed = (values) => values } = props
  const error = problems.errorOf(at)
  return (
    <div className="stack">
      {rows.map((row, n) => {
        const title = `${titleOf(row)} ${n + 1}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no name of their own
          <fieldset className="fields" key={n}>
            <legend>{title}</legend>
            <Fields
              {...problems}
              at={`${at}[${n}]`}
              rows={fieldsOf(row)}
              value={row}
              onChange={(values) =>
                set(rows.map((one, i) => (i === n ? { ...one, ...changed(values) } : one)))
              }
            />
            <button
              type="button"
              className={`icon-button ${css.remove}`}
              aria-label={`Quitar: ${title}`}
              onClick={() => set(rows.filter((_, i) => i !== n))}
            >
              <X className="icon" aria-hidden />
            </button>
          </fieldset>
        )
      })}
      <div className="inline">
        {adds.map(({ label, row, why }) => (
          <Button small key={label} why={why} onClick={() => set([...rows, row])}>
            <Plus className="icon" aria-hidden /> {label}
          </Button>
        ))}
      </div>
      {error && <span className="err">{error}</span>}
    </div>
  )
}

const ORIGENES: Readonly<Record<string, string>> = {
  '01': 'Factura (01)',
  '03': 'Crédito fiscal (03)',
  '04': 'Nota de remisión (04)',
  '08': 'Comprobante de liquidación (08)',
  '09': 'Documento contable de liquidación (09)',
  '11': 'Exportación (11)',
}

// biome-ignore format: a table
const origenFields = (tipoDte: TipoDte, { tipoGeneracion }: Origen): readonly FieldRow<Origen>[] => [
  { member: 'tipoDocumento', label: 'Tipo', width: 'w4', choices: origenesDe(tipoDte).map((code) => [code, ORIGENES[code] ?? code]) },
  { member: 'tipoGeneracion', label: 'Emitido', width: 'w4', choices: [['2', 'Electrónico'], ['1', 'En papel']] },
  { member: 'fechaEmision', label: 'Fecha', width: 'w4', input: { type: 'date' } },
  { member: 'numeroDocumento', label: tipoGeneracion === '1' ? 'Número' : 'Código de generación', width: 'w8', also: [''] },
]

export function Origenes({ tipoDte, mas, set, problems }: ListsProps) {
  const title = lleva(tipoDte, 'bienTitulo') ? 'Venta que se envía' : 'Documento de origen'
  return (
    <List
      problems={problems}
      at="origenes"
      rows={mas.origenes}
      set={(origenes) => set({ origenes })}
      titleOf={() => title}
      fieldsOf={(row) => origenFields(tipoDte, row)}
      adds={[{ label: title, row: origenVacio(tipoDte) }]}
    />
  )
}

const CLASES: Readonly<Record<OtroDocumento['codDocAsociado'], string>> = {
  1: 'Documento nuestro',
  2: 'Documento del cliente',
  3: 'Médico',
  4: 'Transporte',
}

// biome-ignore format: a table
const DOCUMENTO: readonly FieldRow<OtroDocumento>[] = [
  { member: 'descDocumento', label: 'Qué documento es', width: 'w6', also: ['', 'codDocAsociado'], input: { placeholder: 'Orden de compra 881' } },
  { member: 'detalleDocumento', label: 'De qué trata', width: 'w6' },
]
// biome-ignore format: a table
const OTROS: Readonly<Record<OtroDocumento['codDocAsociado'], readonly FieldRow<OtroDocumento>[]>> = {
  1: DOCUMENTO,
  2: DOCUMENTO,
  3: [
    { member: 'nombre', label: 'Nombre', width: 'w6', at: 'medico.nombre', also: ['', 'medico', 'codDocAsociado'] },
    { member: 'tipoServicio', label: 'Servicio', width: 'w6', at: 'medico.tipoServicio', choices: choicesOf(TIPOS_SERVICIO_MEDICO) },
    { member: 'nit', label: 'NIT', width: 'w6', optional: true, at: 'medico.nit' },
    { member: 'docIdentificacion', label: 'Documento, si no está domiciliado', width: 'w6', optional: true, at: 'medico.docIdentificacion' },
  ],
  4: [
    { member: 'modo', label: 'Modo', width: 'w6', at: 'transporte.modo', choices: choicesOf(MODOS_TRANSPORTE) },
    { member: 'placa', label: 'Placa', width: 'w6', optional: true, at: 'transporte.placa', also: ['', 'transporte', 'codDocAsociado'] },
    { member: 'nombre', label: 'Quién conduce', width: 'w6', at: 'transporte.conductor.nombre', also: ['transporte.conductor'] },
    { member: 'documento', label: 'Su documento de identidad', width: 'w6', at: 'transporte.conductor.documento' },
  ],
}

export function Otros({ tipoDte, mas, set, problems }: ListsProps) {
  return (
    <List
      problems={problems}
      at="otrosDocumentos"
      rows={mas.otrosDocumentos}
      set={(otrosDocumentos) => set({ otrosDocumentos })}
      titleOf={(row) => CLASES[row.codDocAsociado]}
      fieldsOf={(row) => OTROS[row.codDocAsociado]}
      adds={otrosDe(tipoDte).map((code) => ({ label: CLASES[code], row: otroVacio(code) }))}
    />
  )
}

const APENDICE_MAX = 10
/** The wire name of a member is shorter than its label. */
const CAMPO_MAX = 25

// biome-ignore format: a table
const APENDICE: readonly FieldRow<Apendice>[] = [
  { member: 'etiqueta', label: 'Etiqueta', width: 'w4', also: ['campo', ''], input: { maxLength: 50, placeholder: 'Orden' } },
  { member: 'valor', label: 'Valor', width: 'w8', input: { maxLength: 150 } },
]

export function Apendices({ mas, set, problems }: ListsProps) {
  return (
    <List
      problems={problems}
      at="apendice"
      rows={mas.apendice}
      set={(apendice) => set({ apendice })}
      titleOf={() => 'Dato propio'}
      fieldsOf={() => APENDICE}
      changed={({ etiqueta, ...values }) =>
        etiqueta === undefined ? values : { etiqueta, campo: etiqueta.slice(0, CAMPO_MAX) }
      }
      adds={[
        {
          label: 'Dato propio en la hoja',
          row: { campo: '', etiqueta: '', valor: '' },
          why: mas.apendice.length >= APENDICE_MAX ? 'Hasta 10 datos propios' : null,
        },
      ]}
    />
  )
}
