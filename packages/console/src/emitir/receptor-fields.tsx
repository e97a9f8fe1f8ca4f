/** The fields of a buyer or seller, for the issuing form and the customer panel. */

import { useState } from 'react'
import { ACTIVIDADES, DEPARTAMENTOS, DISTRITOS, MUNICIPIOS, PAISES } from '../fiscal/catalogos.ts'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import { searchable } from '../ui/text.ts'
import type { Receptor } from './form.ts'

interface Props {
  readonly value: Receptor
  readonly shown: readonly string[]
  /** Of a company of this service: everything that its documents say. */
  readonly isEmisor?: boolean
  readonly errorOf: (member: string) => string | undefined
  readonly onChange: (values: Partial<Receptor>) => void
  readonly onBlur?: (member: string) => void
}

const entries = (table: object) => Object.entries(table as Record<string, { nombre: string }>)

export function ReceptorFields({ value, shown, isEmisor, errorOf, onChange, onBlur }: Props) {
  const has = (member: string) => shown.includes(member)
  const input = (member: keyof Receptor, more: object = {}) => (
    <input
      className="in"
      data-at={`receptor.${member}`}
      value={String(value[member] ?? '')}
      onChange={(event) => onChange({ [member]: event.target.value })}
      onBlur={() => onBlur?.(member)}
      {...more}
    />
  )
  return (
    <div className="fields">
      {has('nombre') && (
        <Field label="Nombre o razón social" className="w8" error={errorOf('nombre')}>
          {input('nombre', { autoComplete: 'off' })}
        </Field>
      )}
      {has('nit') && (
        <Field label="NIT" className="w4" error={errorOf('numDocumento')}>
          {input('numDocumento', { placeholder: '0614-010190-001-9' })}
        </Field>
      )}
      {has('tipoDocumento') && (
        <Field label="Documento" className="w4" error={errorOf('tipoDocumento')}>
          <select
            className="in"
            data-at="receptor.tipoDocumento"
            value={value.tipoDocumento}
            onChange={(event) => onChange({ tipoDocumento: event.target.value })}
          >
            <option value="">Según el número</option>
            <option value="13">DUI</option>
            <option value="36">NIT</option>
            <option value="03">Pasaporte</option>
            <option value="02">Carnet de residente</option>
            <option value="37">Otro</option>
          </select>
        </Field>
      )}
      {has('numDocumento') && (
        <Field label="Número de documento" className="w4" error={errorOf('numDocumento')}>
          {input('numDocumento')}
        </Field>
      )}
      {has('nrc') && (
        <Field label="NRC" className="w4" error={errorOf('nrc')}>
          {input('nrc')}
        </Field>
      )}
      {has('codPais') && (
        <Field label="País" className="w4" error={errorOf('codPais')}>
          <select
            className="in"
            data-at="receptor.codPais"
            value={value.codPais}
            onChange={(event) => onChange({ codPais: event.target.value })}
          >
            <option value="">Elija</option>
            {entries(PAISES)
              .sort(([, a], [, b]) => a.nombre.localeCompare(b.nombre, 'es'))
              .map(([code, { nombre }]) => (
                <option key={code} value={code}>
                  {nombre}
                </option>
              ))}
          </select>
        </Field>
      )}
      {has('tipoPersona') && (
        <Field label="Persona" className="w4" error={errorOf('tipoPersona')}>
          <select
            className="in"
            data-at="receptor.tipoPersona"
            value={value.tipoPersona}
            onChange={(event) => onChange({ tipoPersona: event.target.value })}
          >
            <option value="">Elija</option>
            <option value="1">Natural</option>
            <option value="2">Jurídica</option>
          </select>
        </Field>
      )}
      {has('codActividad') && (
        <Actividad
          value={value.codActividad}
          error={errorOf('codActividad')}
          onChange={(codActividad) => onChange({ codActividad, descActividad: '' })}
        />
      )}
      {has('descActividad') && (
        <Field label="Actividad económica" className="w8" error={errorOf('descActividad')}>
          {input('descActividad')}
        </Field>
      )}
      {has('nombreComercial') && (
        <Field label="Nombre comercial" className="w4" optional error={errorOf('nombreComercial')}>
          {input('nombreComercial')}
        </Field>
      )}
      {has('direccion') && <Direccion value={value} errorOf={errorOf} onChange={onChange} />}
      {has('complemento') && (
        <Field label="Dirección" error={errorOf('complemento')}>
          {input('complemento')}
        </Field>
      )}
      {has('telefono') && (
        <Field label="Teléfono" className="w4" optional={!isEmisor} error={errorOf('telefono')}>
          {input('telefono', { inputMode: 'tel', autoComplete: 'off' })}
        </Field>
      )}
      {has('correo') && (
        <Field label="Correo" className="w8" error={errorOf('correo')}>
          {input('correo', { type: 'email', autoComplete: 'off' })}
        </Field>
      )}
    </div>
  )
}

type PartsProps = Pick<Props, 'value' | 'errorOf' | 'onChange'>

/** Department, then district; the municipality follows from the district. */
function Direccion({ value, errorOf, onChange }: PartsProps) {
  const districts = entries((DISTRITOS as Record<string, object>)[value.departamento] ?? {})
  const municipios = (MUNICIPIOS as Record<string, Record<string, { nombre: string }>>)[
    value.departamento
  ]
  const municipioOf = (distrito: string) =>
    (DISTRITOS as Record<string, Record<string, { municipio: string }>>)[value.departamento]?.[
      distrito
    ]?.municipio ?? ''
  return (
    <>
      <Field
        label="Departamento"
        className="w4"
        error={errorOf('departamento') ?? errorOf('direccion')}
      >
        <select
          className="in"
          data-at="receptor.departamento"
          value={value.departamento}
          onChange={(event) =>
            onChange({ departamento: event.target.value, distrito: '', municipio: '' })
          }
        >
          <option value="">Elija</option>
          {entries(DEPARTAMENTOS)
            .sort(([a], [b]) => a.localeCompare(b))
            .map(([code, { nombre }]) => (
              <option key={code} value={code}>
                {nombre}
              </option>
            ))}
        </select>
      </Field>
      <Field
        label="Distrito"
        className="w8"
        help={municipios?.[value.municipio]?.nombre}
        error={errorOf('distrito') ?? errorOf('municipio')}
      >
        <select
          className="in"
          data-at="receptor.distrito"
          value={value.distrito}
          onChange={(event) =>
            onChange({ distrito: event.target.value, municipio: municipioOf(event.target.value) })
          }
        >
          <option value="">{value.departamento ? 'Elija' : 'Elija antes el departamento'}</option>
          {districts
            .sort(([, a], [, b]) => a.nombre.localeCompare(b.nombre, 'es'))
            .map(([code, { nombre }]) => (
              <option key={code} value={code}>
                {nombre}
              </option>
            ))}
        </select>
      </Field>
      <Field label="Calle y número" error={errorOf('complemento')}>
        <input
          className="in"
          data-at="receptor.complemento"
          value={value.complemento}
          onChange={(event) => onChange({ complemento: event.target.value })}
        />
      </Field>
    </>
  )
}

const NAMES = entries(ACTIVIDADES).map(([code, { nombre }]) => ({
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
    <div className="f w8">
      <span className="lab" aria-hidden>
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
