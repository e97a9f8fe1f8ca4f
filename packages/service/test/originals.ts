/** A valid request of each type for the first company, and helpers that issue and seal it. */
import type { TipoDte } from '@sello/contract'
import { type DteRequest, isNota, type Member, TIPOS } from '@sello/fiscal'
import { listGoldens } from '../../fiscal/test/goldens.ts'
import { nota, sealed } from './notas.ts'
import type { IssueOptions, World } from './world.ts'

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

/** The simplest example of the type; a note is over a document that is sealed for it. */
async function requestOf(world: World, tipoDte: TipoDte, options?: IssueOptions): Promise<object> {
  if (!isNota(tipoDte)) return simplestOf(tipoDte)
  return { ...nota(await sealed(world, {}, options), 40), tipoDte }
}

/** With nothing that the type does not require; of several units, so that a return may take one, and the fewest lines. */
function simplestOf(tipoDte: TipoDte): object {
  const { members } = TIPOS[tipoDte]
  const isSimple = (request: object) =>
    Object.keys(request).every(
      (member) => members[member as Member] !== 'optional' || member === 'receptor',
    )
  const [simplest] = listGoldens()
    .filter(
      ({ request, rejected }) => !rejected && request.tipoDte === tipoDte && isSimple(request),
    )
    .map(({ request }) => request)
    .sort((a, b) => rankOf(a) - rankOf(b))
  if (!simplest) throw new Error(`no example of ${tipoDte} has only what the type requires`)
  return simplest
}

function rankOf({ items = [] }: Partial<DteRequest>): number {
  const hasSeveralUnits = items.every(({ cantidad }) => cantidad >= 2)
  return items.length + (hasSeveralUnits ? 0 : LINES_MAX)
}

const LINES_MAX = 2_000

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
  const request = await requestOf(world, tipoDte, options)
  const { codigoGeneracion } = await sealedBody(world, request, options)
  return codigoGeneracion
}
