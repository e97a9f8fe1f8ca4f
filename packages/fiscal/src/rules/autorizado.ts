/** Lines that require an authorisation of the company. Source: docs/sources.md#autorizaciones. */
import { type Autorizacion, QUIEN_AUTORIZA } from '../autorizaciones.ts'
import { joinField, type Problem } from '../problem.ts'
import type { ItemRequest, RequestOf } from '../request.ts'
import type { TipoDef } from '../tipos/tipo.ts'
import type { Venta } from '../venta.ts'

interface Row {
  readonly name: string
  readonly rule: string
  readonly field: string
  readonly needs: Autorizacion
  readonly what: string
  readonly asks: (item: ItemRequest) => boolean
}

const TIPO_ITEM_TRIBUTO = 4

const lists = (codigo: string) => (item: ItemRequest) => item.tributos?.includes(codigo) ?? false

// biome-ignore format: a table
const DE_EXPORTACION: readonly Row[] = [
  { name: 'FOVIAL autorizado en la exportación',             rule: 'MF-32',          field: 'tributos',   needs: 'exportar-D1',       what: 'El FOVIAL (D1)',                        asks: lists('D1') },
  { name: 'COTRANS autorizado en la exportación',            rule: 'MF-32',          field: 'tributos',   needs: 'exportar-C8',       what: 'El COTRANS (C8)',                       asks: lists('C8') },
  { name: 'línea de tributo autorizada en la exportación',   rule: 'IV-exportacion', field: 'codTributo', needs: 'exportar-tributos', what: 'Una línea que es un tributo (tipoItem 4)', asks: ({ codTributo = null, tipoItem }) => codTributo !== null || tipoItem === TIPO_ITEM_TRIBUTO },
]

/** Listed in docs/sources.md#rules. */
export const AUTORIZADO = DE_EXPORTACION

/** Every line that requires an authorisation that the company lacks. */
export function checkAutorizaciones(
  { members }: TipoDef,
  { items }: RequestOf,
  has: readonly Autorizacion[],
): Problem[] {
  if (members.exportacion === 'forbidden') return []
  return items.flatMap((item, i) =>
    DE_EXPORTACION.filter(({ needs, asks }) => asks(item) && !has.includes(needs)).map(
      ({ field, rule, what, needs }) => ({
        field: joinField(`cuerpoDocumento[${i}]`, field),
        rule,
        message: `${what} sale en una exportación solo con autorización: la da ${QUIEN_AUTORIZA}, y la empresa no la tiene aquí. Quítelo, o regístrela con "sello company authorize --add ${needs}".`,
      }),
    ),
  )
}

export const RESOLUCION: Pick<Row, 'name' | 'rule' | 'field'> = {
  name: 'resolución que califica para recibir donaciones',
  rule: 'DL487-119G',
  field: 'otrosDocumentos',
}

/** Of a type whose documents state it. */
export function checkResolucion({ itemMembers }: TipoDef, { resolucion }: Venta): Problem[] {
  if (itemMembers.tipoDonacion === 'forbidden' || resolucion !== null) return []
  const message = `La empresa no tiene aquí la resolución que la califica para recibir donaciones; la da ${QUIEN_AUTORIZA}. Regístrela con "sello company authorize --resolution".`
  return [{ field: RESOLUCION.field, rule: RESOLUCION.rule, message }]
}
