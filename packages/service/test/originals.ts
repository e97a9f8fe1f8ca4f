/** A valid request of each type for the first company, and helpers that issue and seal it. */
import type { TipoDte } from '@sello/contract'
import { credito, nota } from './notas.ts'
import { type IssueOptions, SALE, type World } from './world.ts'

const DIRECCION = { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' }

const COMPRADOR_EXTRANJERO = {
  nombre: 'Foreign Buyer LLC',
  numDocumento: '98-7654321',
  codPais: 'US',
  complemento: '100 Fictional Street',
  tipoPersona: 2,
  descActividad: 'Importación de alimentos',
  correo: 'buyer@example.com',
}
export const BIENES = {
  tipoItemExpor: 1,
  recintoFiscal: '02',
  tipoRegimen: 'EX-1',
  regimen: '1000.000',
  incoterms: '09',
}
const VENDEDORA = {
  nombre: 'Ana Ficticia',
  numDocumento: '00016297-5',
  direccion: DIRECCION,
}
const ITEM = { descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65 }

export const exportacion = (changes: object = {}) => ({
  tipoDte: '11',
  receptor: COMPRADOR_EXTRANJERO,
  items: [ITEM],
  exportacion: BIENES,
  ...changes,
})

export const compra = (changes: object = {}) => ({
  tipoDte: '14',
  receptor: VENDEDORA,
  items: [ITEM],
  ...changes,
})

type Make = (world: World, tipoDte: '03', options?: IssueOptions) => Promise<object> | object

/** A request of the type; a note is over a 03 that is sealed for it. */
const REQUESTS: Readonly<Record<TipoDte, Make>> = {
  '01': () => SALE,
  '03': () => credito(),
  '05': async (...by) => nota(await sealedOf(...by), 40),
  '06': async (...by) => ({ ...nota(await sealedOf(...by), 40), tipoDte: '06' }),
  '11': () => exportacion(),
  '14': () => compra(),
}

/** The answer of a sealed request. */
export async function sealedBody(world: World, request: object, options?: IssueOptions) {
  const { status, text, body } = await world.issue(request, options)
  if (status !== 200) throw new Error(`it was not sealed: ${text}`)
  return body
}

/** The code of a sealed document of the type. */
export async function sealedOf(
  world: World,
  tipoDte: TipoDte,
  options?: Pick<IssueOptions, 'key'>,
): Promise<string> {
  const request = await REQUESTS[tipoDte](world, '03', options)
  const { codigoGeneracion } = await sealedBody(world, request, options)
  return codigoGeneracion
}
