/** Forms as people fill them in, made from a seed: amounts with many decimals, percentages, every kind of sale. */
import type { TipoDte } from '@sello/contract'
import {
  type Form,
  formVacio,
  type Linea,
  lineaVacia,
  type Receptor,
  type Relacionado,
  receptorVacio,
} from '../src/emitir/form.ts'
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

function receptorOf({ receptor, exportacion }: TipoForm): Receptor {
  if (exportacion) return COMPRADOR
  return receptor.includes('nit') ? CONTRIBUYENTE : PERSONA
}

/** A form of the type; a note adjusts `origen`. */
export function generateForm(dice: Dice, tipoDte: TipoDte, origen: Relacionado): Form {
  const tipo = TIPO_FORM[tipoDte]
  const chance = (p: number) => dice() < p
  const isNote = tipo.relacionados
  const lineas = Array.from({ length: 1 + Math.floor(dice() * 7) }, () =>
    generateLinea(dice, tipoDte, isNote ? 40 : 400),
  )
  const condicion = !tipo.pagos ? '1' : chance(0.6) ? '1' : chance(0.5) ? '2' : '3'
  return {
    ...formVacio(tipoDte),
    receptor: tipo.sinNombre && chance(0.4) ? null : receptorOf(tipo),
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
