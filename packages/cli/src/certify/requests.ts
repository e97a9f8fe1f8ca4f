/** What each document of a certification says: small amounts, and the forms that a company may come to need. */
import { createHash } from 'node:crypto'
import type { DteRequest } from '@sello/client'
import type { TipoDte } from '@sello/contract'
import type { Row, Slot } from './slots.ts'

/** A taxpayer, who agreed to be named in tests: the ministry answers 009 for who does not exist. */
export type Receptor = Readonly<Record<string, unknown>>

export interface Around {
  readonly campaign: string
  /** For 03 and for what only a taxpayer receives; given in turn. */
  readonly receptores: readonly Receptor[]
  /** Sealed 03, for notes. */
  readonly creditos: readonly Row[]
  /** Today in El Salvador. */
  readonly hoy: string
}

/** Types whose receptor is a taxpayer; notes take theirs from the 03. */
const OF_TAXPAYERS: ReadonlySet<TipoDte> = new Set(['03', '04', '07', '08', '09'] as const)

const TEXTO = 'PRUEBA de certificación'

/** `items` of n: one line, several, a discount, an exempt sale, a line without price. */
function itemsOf(n: number): readonly object[] {
  const line = { descripcion: `${TEXTO} ${n}`, cantidad: 1 + (n % 3), precioUni: 1.25 + (n % 5) }
  const forms = [
    [line],
    [line, { ...line, descripcion: `${TEXTO} ${n}, segunda línea`, precioUni: 0.75 }],
    [{ ...line, montoDescu: 0.25 }],
    [line, { ...line, descripcion: `${TEXTO} ${n}, exenta`, tipoVenta: 'exenta' }],
  ]
  return forms[n % forms.length] ?? [line]
}

/** Cash, and each fourth on credit. */
const pagoOf = (n: number) =>
  n % 4 === 3 ? { condicionOperacion: 2, plazo: '01', periodo: 30 } : {}

/** Null: the ministry asks for something that this run does not have. */
export function requestOf(slot: Slot, around: Around): DteRequest | null {
  const { n } = slot
  const tipoDte = tipoOf(slot)
  const { receptores, creditos } = around
  const receptor = receptores[n % Math.max(1, receptores.length)]
  if (OF_TAXPAYERS.has(tipoDte) && receptor === undefined) return null
  const credito = creditos[n % Math.max(1, creditos.length)]
  if ((tipoDte === '05' || tipoDte === '06') && credito === undefined) return null
  const part = PARTS[tipoDte]
  if (!part) throw new Error(`bug: nothing is asked of type ${tipoDte}`)
  return { tipoDte, ...part(n, { ...around, receptor, credito }) } as DteRequest
}

export const tipoOf = ({ serie }: Slot): TipoDte =>
  serie === 'contingencia' || serie === 'invalidacion' ? '01' : serie

interface Given extends Around {
  readonly receptor: Receptor | undefined
  readonly credito: Row | undefined
}

/** Of the types that the ministry asks for (goals.ts). */
const PARTS: Readonly<Partial<Record<TipoDte, (n: number, given: Given) => object>>> = {
  '01': (n) => ({ items: itemsOf(n), ...pagoOf(n) }),
  '03': (n, { receptor }) => ({ receptor, items: itemsOf(n), ...pagoOf(n) }),
  '04': (n, { receptor }) => ({ receptor, bienTitulo: '03', items: itemsOf(n) }),
  '05': (n, { credito }) => nota(n, credito, 0.01),
  '06': (n, { credito }) => nota(n, credito, 0.5),
  '07': (n, { receptor, ...given }) => ({
    receptor,
    retencion: { documentos: [{ ...papel(n, given), tipoDocumento: '03', monto: 100 + n }] },
  }),
  '08': (n, { receptor, hoy, ...given }) => ({
    receptor,
    liquidacion: {
      periodo: hoy.slice(0, 7),
      documentos: [{ ...papel(n, { hoy, ...given }), tipoDocumento: '03', ventaGravada: 10 + n }],
    },
  }),
  '09': (n, { receptor, hoy }) => ({
    receptor: { tipoEstablecimiento: '02', ...receptor },
    liquidacionContable: {
      ...{ desde: `${hoy.slice(0, 8)}01`, hasta: hoy, valorOperaciones: 113 + n },
      porcentajeComision: 3,
      responsable: { nombre: PERSONA.nombre, documento: PERSONA.numDocumento },
    },
  }),
  '11': (n) => ({
    receptor: {
      ...{ nombre: 'TEST BUYER', numDocumento: `TEST-${n}`, codPais: 'US', tipoPersona: 2 },
      ...{
        complemento: 'Test address',
        descActividad: 'Software tests',
        correo: 'test@example.com',
      },
    },
    items: [{ descripcion: `${TEXTO} ${n}`, cantidad: 1 + (n % 3), precioUni: 2.5 + (n % 7) }],
    exportacion: n % 2 === 0 ? { tipoItemExpor: 2 } : BIENES,
  }),
  '14': (n) => ({
    receptor: { ...PERSONA, direccion: DIRECCION },
    items: [{ descripcion: `${TEXTO} ${n}`, cantidad: 1, precioUni: 10 + n }],
    aplicarReteRenta: n % 2 === 0,
  }),
  '15': (n) => ({
    receptor: { ...PERSONA, direccion: DIRECCION },
    items: [
      n % 2 === 0
        ? { tipoDonacion: 1, descripcion: `${TEXTO} ${n}`, cantidad: 1, precioUni: 5 + n }
        : {
            tipoDonacion: 2,
            descripcion: `${TEXTO} ${n}`,
            cantidad: 2,
            precioUni: 2.5,
            depreciacion: 0.5,
          },
    ],
  }),
}

const BIENES = {
  ...{ tipoItemExpor: 1, recintoFiscal: '02', tipoRegimen: 'EX-1', regimen: '1000.000' },
  incoterms: '09',
}

/** Nobody: a number of this form that verifies. */
const PERSONA = { nombre: 'PRUEBA', numDocumento: '000162975' }

const DIRECCION = {
  ...{ departamento: '06', municipio: '23', distrito: '14' },
  complemento: 'Dirección de prueba',
}

const nota = (n: number, credito: Row | undefined, precioUni: number) => ({
  documentosRelacionados: [{ codigoGeneracion: credito?.codigoGeneracion }],
  items: [{ descripcion: `${TEXTO} ${n}`, cantidad: 1, precioUni }],
})

/**
 * A printed document that nothing else names: it needs no other document to exist. Its number is of this certification
 * and slot alone, since the ministry takes each once.
 */
function papel(n: number, { campaign, hoy }: Pick<Around, 'campaign' | 'hoy'>) {
  const own = createHash('sha256').update(campaign).digest().readUInt32BE() % 10_000
  const numeroDocumento = `9${String(own).padStart(4, '0')}${String(n).padStart(4, '0')}`
  return { numeroDocumento, fechaEmision: hoy, tipoGeneracion: 1 }
}
