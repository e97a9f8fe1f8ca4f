/** The record of a documento contable de liquidación (09): as it is typed, as the request has it, as a document had it. */
import type { DteRequest } from '@sello/contract'
import type { Lectura } from './lineas/lectura.ts'
import { type Json, num, object, text } from './mas-datos.ts'
import { porcentajeDeLinea } from './montos.ts'
import { leerDescuento, PREGUNTA } from './numero.ts'

export interface Contable {
  readonly desde: string
  readonly hasta: string
  readonly codigo: string
  readonly cantidadDocumentos: string
  readonly valorOperaciones: string
  /** What the 2 % is not perceived on, and what it is. */
  readonly sinMonto: string
  readonly sinDescripcion: string
  /** An amount, or `3%` of the operations. */
  readonly comision: string
  readonly nombre: string
  readonly documento: string
  readonly codEmpleado: string
}

export const CONTABLE_VACIO: Contable = {
  desde: '',
  hasta: '',
  codigo: '',
  cantidadDocumentos: '',
  valorOperaciones: '',
  sinMonto: '',
  sinDescripcion: '',
  comision: '',
  nombre: '',
  documento: '',
  codEmpleado: '',
}

/** Whether no operations are stated; only they have amounts. */
export const isEmptyContable = ({ valorOperaciones }: Contable) => valorOperaciones.trim() === ''

type Asked = NonNullable<DteRequest['liquidacionContable']>

const AT = 'liquidacionContable'

export function toContable(contable: Contable, lectura: Lectura): Asked {
  const { read, problems } = lectura
  const { desde, hasta } = contable
  const given = (member: 'codigo' | 'codEmpleado') =>
    contable[member].trim() === '' ? {} : { [member]: contable[member].trim() }
  const cantidadDocumentos = read(contable.cantidadDocumentos, `${AT}.cantidadDocumentos`)
  if (
    cantidadDocumentos !== undefined &&
    !(Number.isInteger(cantidadDocumentos) && cantidadDocumentos > 0)
  ) {
    const message = 'Escriba un número entero, como 120.'
    problems.push({ field: `${AT}.cantidadDocumentos`, message })
  }
  if (desde === '') {
    problems.push({ field: `${AT}.desde`, message: 'Elija el día en que empieza.' })
  }
  if (hasta === '') {
    problems.push({ field: `${AT}.hasta`, message: 'Elija el día en que termina.' })
  }
  return {
    ...{ desde, hasta },
    ...given('codigo'),
    ...(cantidadDocumentos === undefined ? {} : { cantidadDocumentos }),
    valorOperaciones: read(contable.valorOperaciones, `${AT}.valorOperaciones`) ?? 0,
    ...sinPercepcionDe(contable, lectura),
    ...comisionDe(contable, lectura),
    responsable: {
      nombre: contable.nombre.trim(),
      documento: contable.documento.trim(),
      ...given('codEmpleado'),
    },
  }
}

function sinPercepcionDe({ sinMonto, sinDescripcion }: Contable, { read }: Lectura) {
  if ((sinMonto + sinDescripcion).trim() === '') return {}
  const monto = read(sinMonto, `${AT}.sinPercepcion.monto`) ?? 0
  return { sinPercepcion: { monto, descripcion: sinDescripcion.trim() } }
}

function comisionDe({ comision }: Contable, { problems }: Lectura) {
  const leida = leerDescuento(comision)
  if (leida.kind === 'numero') return { comision: leida.valor }
  if (leida.kind === 'porcentaje') return { porcentajeComision: leida.valor }
  const say = (message: string) => problems.push({ field: `${AT}.comision`, message })
  if (leida.kind === 'duda') say(PREGUNTA(leida.propuesta))
  if (leida.kind === 'invalido') say('Escriba un monto, como 339, o 3%.')
  return {}
}

export function contableDe(documento: Json): Contable {
  const registro = object(documento.cuerpoDocumento)
  const responsable = object(documento.extension)
  const amount = (member: string) => (num(registro[member]) === 0 ? '' : text(registro[member]))
  return {
    desde: text(registro.periodoLiquidacionFechaInicio),
    hasta: text(registro.periodoLiquidacionFechaFin),
    codigo: text(registro.codLiquidacion),
    cantidadDocumentos: text(registro.cantidadDoc),
    valorOperaciones: amount('valorOperaciones'),
    sinMonto: amount('montoSinPercepcion'),
    sinDescripcion: text(registro.descripSinPercepcion),
    comision: comisionEscrita(registro) ?? text(registro.comision),
    nombre: text(responsable.nombEntrega),
    documento: text(responsable.docuEntrega),
    codEmpleado: text(responsable.codEmpleado),
  }
}

/** The percentage where it gives the commission to the cent: another liquidation has other operations. */
function comisionEscrita({ valorOperaciones, comision, porcentComision }: Json): string | null {
  const porcentaje = num(porcentComision)
  const computed = porcentajeDeLinea(1, num(valorOperaciones), porcentaje)
  return porcentaje > 0 && computed === num(comision) ? `${porcentaje}%` : null
}
