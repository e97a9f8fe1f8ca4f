/** What a 09 liquidates: one record of a period's card operations, as the request states it. */
import { CERO, type Monto } from './monto.ts'
import type { LiquidacionContableRequest } from './request.ts'

export interface Contable {
  readonly desde: string
  readonly hasta: string
  readonly codigo: string | null
  readonly cantidadDocumentos: number | null
  readonly valorOperaciones: Monto
  readonly montoSinPercepcion: Monto
  readonly descripSinPercepcion: string | null
  /** Null: by its percentage. */
  readonly comision: Monto | null
  /** Null: what the commission is of the operations. */
  readonly porcentComision: Monto | null
  readonly responsable: {
    readonly nombre: string
    readonly documento: string
    readonly codEmpleado: string | null
  }
}

/** The amounts that its steps read. */
export type ImportesContables = Pick<
  Contable,
  'valorOperaciones' | 'montoSinPercepcion' | 'comision' | 'porcentComision'
>

/** `amount` reads an amount of the record. */
export function readContable(
  asked: LiquidacionContableRequest | null | undefined,
  amount: (n: number | null | undefined, field: string) => Monto,
): Contable | null {
  if (!asked) return null
  const { comision = null, porcentajeComision = null, sinPercepcion } = asked
  return {
    desde: asked.desde,
    hasta: asked.hasta,
    codigo: asked.codigo ?? null,
    cantidadDocumentos: asked.cantidadDocumentos ?? null,
    valorOperaciones: amount(asked.valorOperaciones, 'valorOperaciones'),
    montoSinPercepcion: amount(sinPercepcion?.monto, 'montoSinPercepcion'),
    descripSinPercepcion: sinPercepcion?.descripcion ?? null,
    comision: comision === null ? null : amount(comision, 'comision'),
    porcentComision:
      porcentajeComision === null ? null : amount(porcentajeComision, 'porcentComision'),
    responsable: {
      nombre: asked.responsable.nombre,
      documento: asked.responsable.documento,
      codEmpleado: asked.responsable.codEmpleado ?? null,
    },
  }
}

/** Without a record, which is a problem of the request, nothing is liquidated. */
export const NADA_QUE_LIQUIDAR: Contable = {
  desde: '',
  hasta: '',
  codigo: null,
  cantidadDocumentos: null,
  valorOperaciones: CERO,
  montoSinPercepcion: CERO,
  descripSinPercepcion: null,
  comision: null,
  porcentComision: null,
  responsable: { nombre: '', documento: '', codEmpleado: null },
}
