/** A principal, what is sold for it, and its liquidations. */
import { civilTime } from '../src/base/time/el-salvador.ts'
import { sealedBody } from './originals.ts'
import type { World } from './world.ts'

const DIRECCION = { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' }
export const MANDANTE = {
  numDocumento: '0614-121285-001-7',
  nrc: '765432-1',
  nombre: 'MANDANTE FICTICIA, S.A. DE C.V.',
  codActividad: '46900',
  direccion: DIRECCION,
  correo: 'mandante@example.com',
}
const COMPRADORA = {
  ...MANDANTE,
  numDocumento: '0614-010190-001-9',
  nombre: 'COMPRADORA FICTICIA, S.A. DE C.V.',
}
/** Written otherwise than the receptor of its liquidation. */
export const TERCERO = { nit: '06141212850017', nombre: 'MANDANTE', codDomiciliado: 1 }

/** The month in which a world stands. */
export const periodoOf = ({ deps }: World) => civilTime(deps.clock.now()).fecEmi.slice(0, 7)

export const liquidacion = (
  periodo: string,
  documentos?: readonly object[],
  more: object = {},
) => ({
  tipoDte: '08',
  receptor: MANDANTE,
  liquidacion: { periodo, ...(documentos ? { documentos } : {}) },
  ...more,
})

/** A sealed 03 for the principal. Its code. */
export async function soldForOther(
  world: World,
  precioUni = 500,
  more: object = {},
): Promise<string> {
  const body = await sealedBody(world, {
    tipoDte: '03',
    receptor: COMPRADORA,
    items: [{ descripcion: 'Café en consignación', cantidad: 1, precioUni }],
    ventaTercero: TERCERO,
    ...more,
  })
  return body.codigoGeneracion
}

/** The codes that it lists, in order. */
export const listedIn = (documento: { readonly cuerpoDocumento: readonly Listed[] }) =>
  documento.cuerpoDocumento.map(({ numeroDocumento }) => numeroDocumento)

interface Listed {
  readonly numeroDocumento: string
}
