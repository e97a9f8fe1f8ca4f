/** Forms as people fill them in, made from a seed: amounts with many decimals, percentages, every kind of sale. */
import type { TipoDte } from '@sello/contract'
import { CONTABLE_VACIO, type Contable } from '../src/emitir/contable.ts'
import {
  type Form,
  formVacio,
  type Receptor,
  type Relacionado,
  receptorVacio,
} from '../src/emitir/form.ts'
import { type Linea, lineaVacia } from '../src/emitir/lineas/linea.ts'
import { LIQUIDADO_VACIO } from '../src/emitir/lineas/liquidado.ts'
import { TIPO_FORM, type TipoForm } from '../src/emitir/tipo-form.ts'

export type Dice = () => number

/** Mulberry32: a test that fails is repeated by its seed. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const DIRECCION = {
  departamento: '06',
  municipio: '23',
  distrito: '14',
  complemento: 'Calle Ficticia 123, Colonia Ejemplo',
}

export const CONTRIBUYENTE: Receptor = {
  ...receptorVacio('Ferretería Ficticia, S.A. de C.V.'),
  ...DIRECCION,
  numDocumento: '06140101900019',
  nrc: '1234567',
  codActividad: '46900',
  telefono: '22111111',
  correo: 'compras@example.com',
}

/** Not the demonstration's company, which is nobody's supplier or donor of its own. */
const OTRO_CONTRIBUYENTE: Receptor = { ...CONTRIBUYENTE, numDocumento: '06140202901027' }

const PERSONA: Receptor = {
  ...receptorVacio('Persona Natural Ficticia'),
  ...DIRECCION,
  tipoDocumento: '13',
  numDocumento: '00016297-5',
  correo: 'persona@example.com',
}

const COMPRADOR: Receptor = {
  ...receptorVacio('Foreign Buyer LLC'),
  numDocumento: '98-7654321',
  codPais: 'US',
  complemento: '100 Fictional Street, Miami FL',
  tipoPersona: '2',
  descActividad: 'Importación de alimentos',
  correo: 'buyer@example.com',
}

const DONANTE_DE_FUERA: Receptor = {
  ...receptorVacio('Persona Extranjera Ficticia'),
  ...{ tipoDocumento: '03', numDocumento: 'P-0000001', codDomiciliado: '2', codPais: 'GT' },
}

function receptorOf(dice: Dice, { receptor, exportacion, lineas }: TipoForm): Receptor {
  if (exportacion) return COMPRADOR
  if (lineas === 'donacion' && dice() < 0.3) return DONANTE_DE_FUERA
  if (lineas === 'contable') return { ...OTRO_CONTRIBUYENTE, tipoEstablecimiento: '02' }
  if (receptor.includes('nit')) return CONTRIBUYENTE
  return receptor.includes('codActividad') ? OTRO_CONTRIBUYENTE : PERSONA
}

/** A form of the type; a note adjusts `origen`. */
export function generateForm(dice: Dice, tipoDte: TipoDte, origen: Relacionado): Form {
  const tipo = TIPO_FORM[tipoDte]
  const chance = (p: number) => dice() < p
  const isNote = tipo.relacionados
  const lineas = Array.from({ length: 1 + Math.floor(dice() * 7) }, (_, n) =>
    tipo.lineas === 'retencion'
      ? generateDocumento(dice, n)
      : tipo.lineas === 'liquidacion'
        ? generateLiquidado(dice, n)
        : generateLinea(dice, tipoDte, isNote ? 40 : 400),
  )
  const condicion = !tipo.pagos ? '1' : chance(0.6) ? '1' : chance(0.5) ? '2' : '3'
  return {
    ...formVacio(tipoDte),
    receptor: tipo.sinNombre && chance(0.4) ? null : receptorOf(dice, tipo),
    lineas: [...lineas, lineaVacia()],
    condicion,
    plazo: pick(dice, ['01', '02', '03']),
    periodo: String(1 + Math.floor(dice() * 90)),
    formaPago: pick(dice, ['01', '02', '03', '04', '05']),
    pagoContado: condicion === '3' ? cents(dice, 5) : '',
    observaciones: chance(0.2) ? 'Entregar por la mañana' : '',
    descuentoGlobal: tipo.descuentoGlobal !== null && chance(0.3) ? cents(dice, 3) : '',
    retencionIva: tipo.retencionIva && chance(0.2),
    percepcionIva: tipo.percepcionIva && chance(0.2),
    reteRenta: tipo.reteRenta && chance(0.5),
    numPagoElectronico: tipo.numPagoElectronico && chance(0.3) ? 'PE-20261122' : '',
    exportacion: {
      ...formVacio(tipoDte).exportacion,
      tipoItemExpor: chance(0.5) ? '1' : '2',
      flete: chance(0.3) ? cents(dice, 90) : '',
      seguro: chance(0.3) ? cents(dice, 20) : '',
    },
    relacionados: isNote ? [origen] : [],
    propio: tipo.remite && chance(0.3),
    bienTitulo: pick(dice, ['04', '05']),
    retenidos: pick(dice, ['01', '03', '14']),
    mes: '2026-01',
    contable: tipo.lineas === 'contable' ? generateContable(dice) : CONTABLE_VACIO,
  }
}

function generateLinea(dice: Dice, tipoDte: TipoDte, priceMax: number): Linea {
  const tipo = TIPO_FORM[tipoDte]
  const noGravado = tipo.noGravado && dice() < 0.06
  const venta = tipo.ventas ? pick(dice, ['gravada', 'gravada', 'exenta', 'no_sujeta']) : 'gravada'
  return {
    ...lineaVacia(),
    descripcion: pick(dice, ['Café de altura', 'Taza de barro', 'Flete local', 'Ñame 1/2" <b>']),
    codigo: dice() < 0.3 ? 'C-01' : '',
    cantidad: noGravado ? '1' : pick(dice, ['', '1', '2', '12', '2.5', '0.333', '7.00000001']),
    precio: noGravado ? cents(dice, 9) : price(dice, priceMax),
    descuento: noGravado ? '' : discount(dice),
    venta: venta as Linea['venta'],
    tipoItem: pick(dice, [null, 1, 2]),
    noGravado,
    donacion: pick(dice, ['1', '2', '3']),
    depreciacion: dice() < 0.3 ? cents(dice, 0.01) : '',
  }
}

function generateDocumento(dice: Dice, n: number): Linea {
  const isPaper = dice() < 0.5
  const retencion = pick(dice, ['', '', '22', 'C4', 'C9'])
  return {
    ...lineaVacia(),
    numero: isPaper ? `F${n}` : `A1B2C3D4-0000-4000-8000-00000000000${n}`,
    fecha: pick(dice, ['2026-01-31', '1/1/2026', '28-02-26']),
    precio: (dice() * 9_000 + 1).toFixed(2),
    retencion,
    retenido: retencion === 'C9' ? cents(dice, 1) : '',
    descripcion: dice() < 0.3 ? 'Flete' : '',
  }
}

function generateLiquidado(dice: Dice, n: number): Linea {
  const chance = (p: number) => dice() < p
  const tipo = pick(dice, ['01', '03', '03', '05', '06', '11', '18'])
  const amount = (p: number) => (chance(p) ? price(dice, 90) : '')
  return {
    ...lineaVacia(),
    tipo,
    // Of each run: a document stands in one liquidation.
    numero: `L${Math.floor(dice() * 1e9)}N${n}`,
    fecha: pick(dice, ['2026-01-31', '1/1/2026']),
    precio: price(dice, 400),
    descripcion: chance(0.3) ? 'Lote 1' : '',
    liquidado: {
      ...LIQUIDADO_VACIO,
      exento: amount(0.2),
      noSujeto: amount(0.2),
      percibido: chance(0.3) ? cents(dice, 4) : '',
      tributos: chance(0.2) ? { D1: cents(dice, 4), C8: '' } : {},
      invalidado: chance(0.1),
    },
  }
}

function generateContable(dice: Dice): Contable {
  const chance = (p: number) => dice() < p
  const isPartly = chance(0.4)
  return {
    ...CONTABLE_VACIO,
    desde: '2026-01-01',
    hasta: pick(dice, ['2026-01-31', '2026-01-01', '2026-01-15']),
    cantidadDocumentos: chance(0.5) ? String(1 + Math.floor(dice() * 900)) : '',
    codigo: chance(0.3) ? 'LIQ-1' : '',
    valorOperaciones: (dice() * 90_000 + 5).toFixed(2),
    sinMonto: isPartly ? cents(dice, 4) : '',
    sinDescripcion: isPartly ? 'Propinas' : '',
    comision: pick(dice, ['', '3%', '2.75%', '0.55', '1.01']),
    nombre: 'Ana Ficticia',
    documento: '00016297-5',
    codEmpleado: chance(0.3) ? 'E-17' : '',
  }
}

function discount(dice: Dice): string {
  const thrown = dice()
  if (thrown < 0.6) return ''
  if (thrown < 0.95)
    return pick(dice, ['10%', '33.33%', '12.5%', '7.25%', '99.9%', '1%', '66.67 %'])
  return pick(dice, ['0.01', '100%'])
}

function price(dice: Dice, max: number): string {
  const decimals = pick(dice, [0, 2, 2, 2, 3, 4, 6, 8])
  const text = (dice() * max + 0.05).toFixed(decimals)
  return dice() < 0.1 ? `1,${String(Math.floor(dice() * 900) + 100)}.50` : text
}

const cents = (dice: Dice, max: number) => (dice() * max + 0.01).toFixed(2)

function pick<T>(dice: Dice, all: readonly T[]): T {
  return all[Math.floor(dice() * all.length)] as T
}
