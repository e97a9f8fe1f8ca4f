/** «Más datos»: rarely used members, folded unless one is needed, filled in or wrong. */
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { MODOS_TRANSPORTE, TIPOS_SERVICIO_MEDICO } from '../fiscal/catalogos.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import type { Change, Form } from './form.ts'
import {
  llenos,
  lleva,
  type MasDatos,
  ORIGEN_VACIO,
  type OtroDocumento,
  origenesDe,
  otrosDe,
  otroVacio,
} from './mas-datos.ts'

interface Props {
  readonly form: Form
  readonly dispatch: (change: Change) => void
  readonly errorOf: (at: string) => string | undefined
  readonly onBlur: (at: string) => void
}

type Choices = readonly (readonly [code: string, name: string])[]
const choicesOf = (table: object): Choices =>
  Object.entries(table as Record<string, { nombre: string }>).map(([code, { nombre }]) => [
    code,
    nombre,
  ])

const CLASES: Readonly<Record<OtroDocumento['codDocAsociado'], string>> = {
  1: 'Documento nuestro',
  2: 'Documento del cliente',
  3: 'Médico',
  4: 'Transporte',
}
const ORIGENES: Readonly<Record<string, string>> = {
  '04': 'Nota de remisión (04)',
  '08': 'Comprobante de liquidación (08)',
  '09': 'Documento contable de liquidación (09)',
}
const PREFIXES = [
  'ventaTercero',
  'compraTercero',
  'fusion',
  'origenes',
  'otrosDocumentos',
  'apendice',
]
const AT_ITSELF = [...PREFIXES, 'exportacion.totalNoOnerosas']

export function MasDatosPart(props: Props) {
  const { form, dispatch, errorOf } = props
  const { mas, tipoDte } = form
  const filled = llenos(mas)
  const wrong = AT_ITSELF.some((at) => errorOf(at)) || errorsInside(mas, errorOf)
  const [wanted, setWanted] = useState(filled.length > 0)
  const set = (values: Partial<MasDatos>) =>
    dispatch({ kind: 'set', values: { mas: { ...mas, ...values } } })
  const part = { ...props, mas, set }
  return (
    <details
      className="masdatos"
      open={wanted || wrong}
      onToggle={(event) => setWanted(event.currentTarget.open)}
    >
      <summary>
        Más datos
        {filled.length > 0 && <span className="sub"> {filled.join(', ')}</span>}
      </summary>
      {(wanted || wrong) && (
        <div className="stack">
          {lleva(tipoDte, 'ventaTercero') && <VentaTercero {...part} />}
          {lleva(tipoDte, 'compraTercero') && <CompraTercero {...part} />}
          {lleva(tipoDte, 'compraTercero') && (
            <Text
              {...part}
              label="Valor de lo que sale sin pago"
              at="exportacion.totalNoOnerosas"
              value={mas.totalNoOnerosas}
              onChange={(totalNoOnerosas) => set({ totalNoOnerosas })}
              more={{ inputMode: 'decimal', placeholder: '0.00' }}
              help="Muestras y regalos; no entra en ningún total."
            />
          )}
          {lleva(tipoDte, 'fusion') && (
            <Text
              {...part}
              label="NIT de la empresa absorbida"
              at="fusion"
              value={mas.fusion}
              onChange={(fusion) => set({ fusion })}
              help="Si el documento que ajusta es de una empresa que la suya absorbió."
            />
          )}
          {lleva(tipoDte, 'origenes') && <Origenes {...part} />}
          {lleva(tipoDte, 'otrosDocumentos') && <Otros {...part} />}
          <Apendices {...part} />
        </div>
      )}
    </details>
  )
}

/** An error inside a list opens the part, otherwise its message would be hidden. */
function errorsInside(mas: MasDatos, errorOf: Props['errorOf']): boolean {
  const lists = {
    origenes: mas.origenes,
    otrosDocumentos: mas.otrosDocumentos,
    apendice: mas.apendice,
  }
  const members = Object.entries(lists).flatMap(([name, rows]) =>
    rows.flatMap((row, i) => [
      `${name}[${i}]`,
      ...[...Object.keys(row), ...INSIDE].map((member) => `${name}[${i}].${member}`),
    ]),
  )
  const single = ['ventaTercero.nit', 'ventaTercero.nombre', 'ventaTercero.codDomiciliado']
  const other = ['compraTercero.numDocumento', 'compraTercero.nombre']
  return [...members, ...single, ...other].some((at) => errorOf(at) !== undefined)
}
const INSIDE = [
  ...['medico', 'medico.nombre', 'medico.nit', 'medico.docIdentificacion', 'medico.tipoServicio'],
  ...['transporte', 'transporte.placa', 'transporte.modo'],
  ...['transporte.conductor', 'transporte.conductor.nombre', 'transporte.conductor.documento'],
]

interface PartProps extends Props {
  readonly mas: MasDatos
  readonly set: (values: Partial<MasDatos>) => void
}

interface TextProps extends Pick<Props, 'errorOf' | 'onBlur'> {
  readonly label: string
  readonly at: string
  /** Other paths whose problems are shown here. */
  readonly also?: readonly string[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly more?: object
  readonly help?: string
  readonly className?: string
  readonly optional?: boolean
}

function Text(props: TextProps) {
  const { label, at, also = [], value, errorOf, onBlur, help, className = 'w6', optional } = props
  const error = [at, ...also].map(errorOf).find((message) => message !== undefined)
  return (
    <Field
      label={label}
      className={className}
      error={error}
      {...(help ? { help } : {})}
      {...(optional ? { optional } : {})}
    >
      <input
        className="in"
        data-at={at}
        autoComplete="off"
        value={value}
        onChange={(event) => props.onChange(event.target.value)}
        onBlur={() => onBlur(at)}
        {...props.more}
      />
    </Field>
  )
}

function Choice(props: Omit<TextProps, 'more' | 'help'> & { readonly choices: Choices }) {
  const { label, at, value, errorOf, onChange, choices, className = 'w6' } = props
  return (
    <Field label={label} className={className} error={errorOf(at)}>
      <select
        className="in"
        data-at={at}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {choices.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  )
}

function VentaTercero({ mas, set, ...rest }: PartProps) {
  const value = mas.ventaTercero
  const change = (values: Partial<typeof value>) => set({ ventaTercero: { ...value, ...values } })
  return (
    <fieldset className="fields">
      <legend>Se vende por cuenta de otro</legend>
      <Text
        {...rest}
        label="Su NIT"
        at="ventaTercero.nit"
        also={['ventaTercero']}
        className="w4"
        value={value.nit}
        onChange={(nit) => change({ nit })}
      />
      <Text
        {...rest}
        label="Su nombre"
        at="ventaTercero.nombre"
        className="w4"
        value={value.nombre}
        onChange={(nombre) => change({ nombre })}
      />
      <Choice
        {...rest}
        label="Domicilio"
        at="ventaTercero.codDomiciliado"
        className="w4"
        value={value.codDomiciliado}
        onChange={(codDomiciliado) => change({ codDomiciliado })}
        choices={[
          ['1', 'En el país'],
          ['2', 'Fuera del país'],
        ]}
      />
    </fieldset>
  )
}

function CompraTercero({ mas, set, ...rest }: PartProps) {
  const value = mas.compraTercero
  const change = (values: Partial<typeof value>) => set({ compraTercero: { ...value, ...values } })
  return (
    <fieldset className="fields">
      <legend>Un operador logístico compra por cuenta de otro</legend>
      <Text
        {...rest}
        label="Su documento"
        at="compraTercero.numDocumento"
        also={['compraTercero']}
        value={value.numDocumento}
        onChange={(numDocumento) => change({ numDocumento })}
      />
      <Text
        {...rest}
        label="Su nombre"
        at="compraTercero.nombre"
        value={value.nombre}
        onChange={(nombre) => change({ nombre })}
      />
    </fieldset>
  )
}

/** One item of a list, with a button that removes it. */
function Row(props: { title: string; onRemove: () => void; children: React.ReactNode }) {
  return (
    <fieldset className="fields masrow">
      <legend>{props.title}</legend>
      {props.children}
      <button
        type="button"
        className="ib masx"
        aria-label={`Quitar: ${props.title}`}
        onClick={props.onRemove}
      >
        <X className="i" aria-hidden />
      </button>
    </fieldset>
  )
}

function replaced<T>(rows: readonly T[], at: number, values: Partial<T>): readonly T[] {
  return rows.map((row, i) => (i === at ? { ...row, ...values } : row))
}
const without = <T,>(rows: readonly T[], at: number) => rows.filter((_, i) => i !== at)

function Origenes({ form, mas, set, ...rest }: PartProps) {
  const { origenes } = mas
  const kinds = origenesDe(form.tipoDte)
  return (
    <div className="stack">
      {origenes.map((one, i) => {
        const at = `origenes[${i}]`
        const change = (values: Partial<typeof one>) =>
          set({ origenes: replaced(origenes, i, values) })
        return (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no name of their own
            key={i}
            title={`Documento de origen ${i + 1}`}
            onRemove={() => set({ origenes: without(origenes, i) })}
          >
            <Choice
              {...rest}
              label="Tipo"
              at={`${at}.tipoDocumento`}
              className="w4"
              value={one.tipoDocumento}
              onChange={(tipoDocumento) => change({ tipoDocumento })}
              choices={kinds.map((code) => [code, ORIGENES[code] ?? code])}
            />
            <Choice
              {...rest}
              label="Emitido"
              at={`${at}.tipoGeneracion`}
              className="w4"
              value={one.tipoGeneracion}
              onChange={(code) => change({ tipoGeneracion: code === '1' ? '1' : '2' })}
              choices={[
                ['2', 'Electrónico'],
                ['1', 'En papel'],
              ]}
            />
            <Text
              {...rest}
              label="Fecha"
              at={`${at}.fechaEmision`}
              className="w4"
              value={one.fechaEmision}
              onChange={(fechaEmision) => change({ fechaEmision })}
              more={{ type: 'date' }}
            />
            <Text
              {...rest}
              label={one.tipoGeneracion === '1' ? 'Número' : 'Código de generación'}
              at={`${at}.numeroDocumento`}
              also={[at]}
              className="w8"
              value={one.numeroDocumento}
              onChange={(numeroDocumento) => change({ numeroDocumento })}
            />
          </Row>
        )
      })}
      <Button small onClick={() => set({ origenes: [...origenes, ORIGEN_VACIO] })}>
        <Plus className="i" aria-hidden /> Documento de origen
      </Button>
      {rest.errorOf('origenes') && <span className="err">{rest.errorOf('origenes')}</span>}
    </div>
  )
}

function Otros({ form, mas, set, ...rest }: PartProps) {
  const { otrosDocumentos } = mas
  return (
    <div className="stack">
      {otrosDocumentos.map((one, i) => {
        const at = `otrosDocumentos[${i}]`
        const change = (values: Partial<OtroDocumento>) =>
          set({ otrosDocumentos: replaced(otrosDocumentos, i, values) })
        return (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no name of their own
            key={i}
            title={`${CLASES[one.codDocAsociado]} ${i + 1}`}
            onRemove={() => set({ otrosDocumentos: without(otrosDocumentos, i) })}
          >
            <OtroFields {...rest} at={at} one={one} change={change} />
          </Row>
        )
      })}
      <div className="rowx">
        {otrosDe(form.tipoDte).map((code) => (
          <Button
            small
            key={code}
            onClick={() => set({ otrosDocumentos: [...otrosDocumentos, otroVacio(code)] })}
          >
            <Plus className="i" aria-hidden /> {CLASES[code]}
          </Button>
        ))}
      </div>
      {rest.errorOf('otrosDocumentos') && (
        <span className="err">{rest.errorOf('otrosDocumentos')}</span>
      )}
    </div>
  )
}

interface OtroProps extends Pick<Props, 'errorOf' | 'onBlur'> {
  readonly at: string
  readonly one: OtroDocumento
  readonly change: (values: Partial<OtroDocumento>) => void
}

function OtroFields(props: OtroProps) {
  const { one } = props
  if (one.codDocAsociado === '3') return <Medico {...props} />
  if (one.codDocAsociado === '4') return <Transporte {...props} />
  const { at, change, ...rest } = props
  return (
    <>
      <Text
        {...rest}
        label="Qué documento es"
        at={`${at}.descDocumento`}
        also={[at, `${at}.codDocAsociado`]}
        value={one.descDocumento}
        onChange={(descDocumento) => change({ descDocumento })}
        more={{ placeholder: 'Orden de compra 881' }}
      />
      <Text
        {...rest}
        label="De qué trata"
        at={`${at}.detalleDocumento`}
        value={one.detalleDocumento}
        onChange={(detalleDocumento) => change({ detalleDocumento })}
      />
    </>
  )
}

function Medico({ at, one, change, ...rest }: OtroProps) {
  return (
    <>
      <Text
        {...rest}
        label="Nombre"
        at={`${at}.medico.nombre`}
        also={[at, `${at}.medico`, `${at}.codDocAsociado`]}
        value={one.nombre}
        onChange={(nombre) => change({ nombre })}
      />
      <Choice
        {...rest}
        label="Servicio"
        at={`${at}.medico.tipoServicio`}
        value={one.tipoServicio}
        onChange={(tipoServicio) => change({ tipoServicio })}
        choices={choicesOf(TIPOS_SERVICIO_MEDICO)}
      />
      <Text
        {...rest}
        label="NIT"
        optional
        at={`${at}.medico.nit`}
        value={one.nit}
        onChange={(nit) => change({ nit })}
      />
      <Text
        {...rest}
        label="Documento, si no está domiciliado"
        optional
        at={`${at}.medico.docIdentificacion`}
        value={one.docIdentificacion}
        onChange={(docIdentificacion) => change({ docIdentificacion })}
      />
    </>
  )
}

function Transporte({ at, one, change, ...rest }: OtroProps) {
  return (
    <>
      <Choice
        {...rest}
        label="Modo"
        at={`${at}.transporte.modo`}
        value={one.modo}
        onChange={(modo) => change({ modo })}
        choices={choicesOf(MODOS_TRANSPORTE)}
      />
      <Text
        {...rest}
        label="Placa"
        optional
        at={`${at}.transporte.placa`}
        also={[at, `${at}.transporte`, `${at}.codDocAsociado`]}
        value={one.placa}
        onChange={(placa) => change({ placa })}
      />
      <Text
        {...rest}
        label="Quién conduce"
        at={`${at}.transporte.conductor.nombre`}
        also={[`${at}.transporte.conductor`]}
        value={one.nombre}
        onChange={(nombre) => change({ nombre })}
      />
      <Text
        {...rest}
        label="Su documento de identidad"
        at={`${at}.transporte.conductor.documento`}
        value={one.documento}
        onChange={(documento) => change({ documento })}
      />
    </>
  )
}

const APENDICE_MAX = 10

function Apendices({ mas, set, ...rest }: PartProps) {
  const { apendice } = mas
  return (
    <div className="stack">
      {apendice.map((one, i) => {
        const at = `apendice[${i}]`
        const change = (values: Partial<typeof one>) =>
          set({ apendice: replaced(apendice, i, values) })
        return (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no name of their own
            key={i}
            title={`Dato propio ${i + 1}`}
            onRemove={() => set({ apendice: without(apendice, i) })}
          >
            <Text
              {...rest}
              label="Etiqueta"
              at={`${at}.etiqueta`}
              also={[`${at}.campo`, at]}
              className="w4"
              value={one.etiqueta}
              onChange={(etiqueta) => change({ etiqueta, campo: etiqueta.slice(0, CAMPO_MAX) })}
              more={{ maxLength: 50, placeholder: 'Orden' }}
            />
            <Text
              {...rest}
              label="Valor"
              at={`${at}.valor`}
              className="w8"
              value={one.valor}
              onChange={(valor) => change({ valor })}
              more={{ maxLength: 150 }}
            />
          </Row>
        )
      })}
      <Button
        small
        why={apendice.length >= APENDICE_MAX ? 'Hasta 10 datos propios' : null}
        onClick={() => set({ apendice: [...apendice, { campo: '', etiqueta: '', valor: '' }] })}
      >
        <Plus className="i" aria-hidden /> Dato propio en la hoja
      </Button>
      {rest.errorOf('apendice') && <span className="err">{rest.errorOf('apendice')}</span>}
    </div>
  )
}

/** The wire name of a member is shorter than its label. */
const CAMPO_MAX = 25
