/** Data for tests of notes: a sale to a taxpayer, and a note over it. */
import { addPointOfSale, type MintedKey, type NewPointOfSale } from '../src/admin.ts'
import { type IssueOptions, MH_PASSWORD, type Reply, type World } from './world.ts'

export const CONTRIBUYENTE = {
  numDocumento: '0614-010190-002-7',
  nrc: '765432',
  nombre: 'Compradora, S.A. de C.V.',
  codActividad: '47190',
  direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' },
  correo: 'compras@example.com',
}

/** A 03 of 100.00 taxed, by default. */
export const credito = (changes: object = {}) => ({
  tipoDte: '03',
  receptor: CONTRIBUYENTE,
  items: [{ descripcion: 'Harina, 10 quintales', cantidad: 1, precioUni: 100 }],
  ...changes,
})

/** A 05 that takes this much from the document. */
export const nota = (codigoGeneracion: string, precioUni: number, changes: object = {}) => ({
  tipoDte: '05',
  documentosRelacionados: [{ codigoGeneracion }],
  items: [{ descripcion: 'Devolución', cantidad: 1, precioUni }],
  ...changes,
})

/** The code of a sealed 03. */
export async function sealed(
  world: World,
  changes: object = {},
  options: IssueOptions = {},
): Promise<string> {
  const { status, text, body } = await world.issue(credito(changes), options)
  if (status !== 200) throw new Error(`the 03 was not sealed: ${text}`)
  return body.codigoGeneracion
}

/** A signing key of the first company's second point of sale: another series. */
export async function secondPointOfSale(
  world: World,
  place: Pick<NewPointOfSale, 'direccion' | 'telefono'> = {},
): Promise<MintedKey> {
  const { nit, publicKeyPem } = world.company
  const second = { codEstable: 'M001', codPuntoVenta: 'P002' }
  await addPointOfSale(world.admin, nit, { ...second, ...place })
  const puntosDeVenta = [{ codEstable: 'M001', codPuntoVenta: 'P001' }, second]
  await world.mh.register({ nit, password: MH_PASSWORD, publicKeyPem, puntosDeVenta })
  return world.mintKey(nit, second)
}

/** `200`, or `422 validation_failed cuerpoDocumento[0].numeroDocumento …` with every field that is named. */
export function outcomeOf({ status, body }: Reply): string {
  if (!body.error) return String(status)
  const { code, details } = body.error
  const issues: readonly { field: string }[] = details.issues ?? []
  const fields = issues.length > 0 ? issues.map(({ field }) => field) : [details.field ?? '']
  return [status, code, ...fields].join(' ').trim()
}
