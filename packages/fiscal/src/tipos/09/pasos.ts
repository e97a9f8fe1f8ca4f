/** The amounts of 09, each from those before it. Source: docs/sources.md#09. */
import {
  BASE_PERCEPCION_09,
  type BaseDePercepcion,
  COMISION_09,
  type ComisionDe09,
  LIQUIDO_09,
  type LiquidoDe09,
} from '../../criterios.ts'
import { type Exacto, parte } from '../../exacto.ts'
import { CERO, type Monto, minus, monto } from '../../monto.ts'
import { DOS_POR_CIENTO, IVA, IVA_INCLUIDO, SIN_IVA } from '../../tasas.ts'
import type { Base, Cuenta, Paso } from '../cuenta.ts'
import { porcentaje } from '../pasos.ts'

/** How the disputed amounts are read. */
export interface LecturaDe09 {
  readonly base: BaseDePercepcion
  readonly comision: ComisionDe09
  readonly liquido: LiquidoDe09
}

const NUESTRA: LecturaDe09 = {
  base: BASE_PERCEPCION_09,
  comision: COMISION_09,
  liquido: LIQUIDO_09,
}

const CIEN = monto(100)

export function pasosDe09(lectura: LecturaDe09 = NUESTRA): readonly Paso[] {
  const isNeto = lectura.base === 'sin IVA'
  const deOperaciones = lectura.comision === 'valorOperaciones'
  const comisionado = (c: Cuenta) => (deOperaciones ? c.valorOperaciones : c.montoSujetoPercepcion)
  const sobre = deOperaciones ? 'valorOperaciones' : 'montoSujetoPercepcion'
  return [
    {
      importe: 'valorOperaciones',
      formula: 'lo que pagaron los tarjetahabientes, con IVA, según la petición',
      valor: (_, base) => pedido(base)?.valorOperaciones ?? CERO,
    },
    {
      importe: 'montoSinPercepcion',
      formula: 'lo que no se sujeta a percepción, según la petición',
      valor: (_, base) => pedido(base)?.montoSinPercepcion ?? CERO,
    },
    {
      importe: 'subTotal',
      formula: 'valorOperaciones − montoSinPercepcion',
      valor: (c) => minus(c.valorOperaciones, c.montoSinPercepcion),
    },
    {
      importe: 'montoSujetoPercepcion',
      formula: isNeto ? 'R2(subTotal / 1.13)' : 'subTotal',
      r2: (c) => (isNeto ? parte(c.subTotal, SIN_IVA) : c.subTotal),
    },
    {
      importe: 'iva',
      formula: isNeto ? 'subTotal − montoSujetoPercepcion' : 'R2(subTotal / 1.13 · 0.13)',
      r2: (c) =>
        isNeto ? minus(c.subTotal, c.montoSujetoPercepcion) : parte(c.subTotal, IVA_INCLUIDO),
    },
    {
      importe: 'ivaPercibido',
      formula: 'R2(montoSujetoPercepcion · 2 %)',
      r2: (c) => parte(c.montoSujetoPercepcion, DOS_POR_CIENTO),
    },
    {
      importe: 'comision',
      formula: `la que dice la petición; de un porcentaje, R2(${sobre} · porcentComision)`,
      r2: (c, base) => comisionDe(base, comisionado(c)),
    },
    {
      importe: 'porcentComision',
      formula: `el que dice la petición; sin él, R2(comision / ${sobre} · 100): informativo`,
      r2: (c, base) => pedido(base)?.porcentComision ?? porcentaje(c.comision, comisionado(c)),
    },
    {
      importe: 'ivaComision',
      formula: 'R2(comision · 13 %)',
      r2: (c) => parte(c.comision, IVA),
    },
    {
      importe: 'liquidoApagar',
      formula: `${lectura.liquido} − comision − ivaPercibido − ivaComision`,
      valor: (c) => (c[lectura.liquido] - c.comision - c.ivaPercibido - c.ivaComision) as Monto,
    },
  ]
}

function pedido({ venta }: Base) {
  return venta.contable
}

function comisionDe(base: Base, sobre: Monto): Exacto {
  const { comision = null, porcentComision = null } = pedido(base) ?? {}
  return comision ?? parte(sobre, [porcentComision ?? CERO, CIEN])
}
