/** The fields of a buyer or seller, for the issuing form and the customer panel. */

import { useState } from 'react'
import {
  ACTIVIDADES,
  DEPARTAMENTOS,
  DISTRITOS,
  MUNICIPIOS,
  PAISES,
  TIPOS_ESTABLECIMIENTO,
} from '../fiscal/catalogos.ts'
import { Combobox } from '../ui/combobox.tsx'
import { searchable } from '../ui/text.ts'
import { byCode, byName, choicesOf, type FieldRow, Fields } from './fields.tsx'
import type { Receptor } from './form.ts'
import { DOCUMENTOS_DE_IDENTIDAD } from './identidad.ts'
import { isDeFuera, receptorShown } from './receptor.ts'

interface Props {
  readonly value: Receptor
  readonly shown: readonly string[]
  /** Of a company of this service: everything that its documents say. */
  readonly isEmisor?: boolean
  readonly errorOf: (member: string) => string | undefined
  readonly onChange: (values: Partial<Receptor>) => void
  readonly onBlur?: (member: string) => void
}

const ELIJA = ['', 'Elija'] as const

// biome-ignore format: a table
const IDENTIDAD: readonly FieldRow<Receptor>[] = [
  { member: 'nombre', label: 'Nombre o razón social', width: 'w8' },
  { member: 'tipoDocumento', label: 'Documento', width: 'w4', choices: [
    ['', 'Según el número'], ...DOCUMENTOS_DE_IDENTIDAD,
  ] },
  { member: 'numDocumento', label: 'Número de documento', width: 'w4' },
  { member: 'nrc', label: 'NRC', width: 'w4' },
  { member: 'codDomiciliado', label: 'Domicilio', width: 'w4', choices: [['1', 'En El Salvador'], ['2', 'Fuera del país']] },
  { member: 'codPais', label: 'País', width: 'w4', choices: [ELIJA, ...choicesOf(PAISES).sort(byName)] },
  { member: 'tipoPersona', label: 'Persona', width: 'w4', choices: [ELIJA, ['1', 'Natural'], ['2', 'Jurídica']] },
]
// A contributor has one kind of number.
// biome-ignore format: a table
const NIT: FieldRow<Receptor> = { member: 'numDocumento', label: 'NIT', width: 'w4', input: { placeholder: '0614-010190-001-9' } }
const ACTIVIDAD: readonly FieldRow<Receptor>[] = [
  { member: 'descActividad', label: 'Actividad económica', width: 'w8' },
  { member: 'nombreComercial', label: 'Nombre comercial', optional: true },
  {
    member: 'tipoEstablecimiento',
    label: 'Establecimiento',
    choices: [ELIJA, ...choicesOf(TIPOS_ESTABLECIMIENTO).sort(byCode)],
  },
]

// biome-ignore format: a table
const contacto = (isEmisor: boolean): readonly FieldRow<Receptor>[] => [
  { member: 'complemento', label: 'Dirección' },
  { member: 'telefono', label: 'Teléfono', width: 'w4', optional: !isEmisor, input: { inputMode: 'tel' } },
  { member: 'correo', label: 'Correo', width: 'w8', input: { type: 'email' } },
]

export function ReceptorFields(props: Props) {
  const { value, shown, isEmisor, errorOf, onChange, onBlur } = props
  const members = receptorShown(shown, value)
  const has = ({ member }: FieldRow<Receptor>) => members.includes(member)
  const fields = {
    ...{ at: 'receptor', value: { ...value, codDomiciliado: isDeFuera(value) ? '2' : '1' } },
    errorOf: (at: string) => errorOf(at.replace('receptor.', '')),
    onBlur: (at: string) => onBlur?.(at.replace('receptor.', '')),
    onChange: (values: Partial<Receptor>) => onChange(withPlace(value, values)),
  }
  const [nombre, ...identidad] = IDENTIDAD.filter(has)
  return (
    <div className="fields">
      <Fields
        {...fields}
        rows={[...(nombre ? [nombre] : []), ...(shown.includes('nit') ? [NIT] : []), ...identidad]}
      />
      {shown.includes('codActividad') && (
        <Actividad
          value={value.codActividad}
          error={errorOf('codActividad')}
          onChange={(codActividad) => onChange({ codActividad, descActividad: '' })}
        />
      )}
      <Fields {...fields} rows={ACTIVIDAD.filter(has)} />
      {members.includes('direccion') && <Fields {...fields} rows={placeOf(value)} />}
      <Fields {...fields} rows={contacto(isEmisor ?? false).filter(has)} />
    </div>
  )
}

type Places = Readonly<Record<string, Readonly<Record<string, Place>>>>
interface Place {
  readonly nombre: string
  /** Of a district, unless it is abroad. */
  readonly municipio?: string
}

/** Department, then district; the municipality follows from the district. */
function placeOf({ departamento, municipio }: Receptor): readonly FieldRow<Receptor>[] {
  const districts = (DISTRITOS as Places)[departamento] ?? {}
  const municipios = (MUNICIPIOS as Places)[departamento]
  const before = departamento ? 'Elija' : 'Elija antes el departamento'
  return [
    {
      ...{ member: 'departamento', label: 'Departamento', width: 'w4', also: ['direccion'] },
      choices: [ELIJA, ...choicesOf(DEPARTAMENTOS).sort(byCode)],
    },
    {
      ...{ member: 'distrito', label: 'Distrito', width: 'w8', also: ['municipio'] },
      help: municipios?.[municipio]?.nombre,
      choices: [['', before], ...choicesOf(districts).sort(byName)],
    },
    { member: 'complemento', label: 'Calle y número' },
  ]
}

function withPlace({ departamento }: Receptor, values: Partial<Receptor>): Partial<Receptor> {
  if (values.departamento !== undefined) return { ...values, distrito: '', municipio: '' }
  if (values.distrito === undefined) return values
  const municipio = (DISTRITOS as Places)[departamento]?.[values.distrito]?.municipio ?? ''
  return { ...values, municipio }
}

const NAMES = choicesOf(ACTIVIDADES).map(([code, nombre]) => ({
  code,
  nombre,
  searched: searchable(`${code} ${nombre}`),
}))

/** The catalogue's text for an activity: the document has both code and text. */
export const descripcionDe = (codActividad: string): string =>
  (ACTIVIDADES as Readonly<Record<string, { nombre: string }>>)[codActividad]?.nombre ?? ''

function Actividad(props: {
  value: string
  error: string | undefined
  onChange: (code: string) => void
}) {
  const chosen = NAMES.find(({ code }) => code === props.value)
  const [text, setText] = useState<string | null>(null)
  const words = searchable(text ?? '').split(/\s+/)
  const found =
    text === null || text.trim() === ''
      ? []
      : NAMES.filter(({ searched }) => words.every((word) => searched.includes(word))).slice(0, 30)
  return (
    <div className="field w8">
      <span className="label" aria-hidden>
        Actividad económica
      </span>
      <Combobox
        label="Actividad económica"
        dataAt="receptor.codActividad"
        text={text ?? (chosen ? `${chosen.code} ${chosen.nombre}` : props.value)}
        onText={setText}
        onBlur={() => setText(null)}
        placeholder="Busque por nombre o código"
        invalid={props.error !== undefined}
        choices={found.map(({ code, nombre }) => ({
          key: code,
          value: code,
          texts: [code, nombre],
          label: (
            <>
              {nombre} <small>{code}</small>
            </>
          ),
        }))}
        onChoose={(code) => {
          props.onChange(code)
          setText(null)
        }}
        empty="Ninguna actividad coincide."
      />
      {props.error && <span className="err">{props.error}</span>}
    </div>
  )
}
