/** The issuer of a document, from what the service says of the company: its members alone, since the rules refuse others. */
import type { Emisor } from '@sello/fiscal'
import type { DatosEmpresa } from '../api/settings-types.ts'

type PuntoDeVenta = Pick<Emisor, 'codEstable' | 'codPuntoVenta'>

export function emisorOf(empresa: DatosEmpresa, { codEstable, codPuntoVenta }: PuntoDeVenta) {
  const { nit, nrc, nombre, codActividad, descActividad } = empresa
  const { nombreComercial, direccion, telefono, correo } = empresa
  return {
    ...{ nit, nrc, nombre, codActividad, descActividad },
    ...{ nombreComercial, direccion, telefono, correo, codEstable, codPuntoVenta },
  } as Emisor
}
