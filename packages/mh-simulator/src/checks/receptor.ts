/** The buyer, and the catalogue codes of both parties. */
import { ACTIVIDADES } from '../catalogues/actividades.ts'
import { DOCUMENTO_IDENTIDAD } from '../catalogues/codigos.ts'
import { wrongPlace } from '../catalogues/territorio.ts'
import { type Message, refusal } from '../codes.ts'
import type { Documento, Receptor } from '../documento.ts'
import { CENT } from '../json/decimal.ts'
import type { Check } from './case.ts'

const NIT = /^(?:\d{9}|\d{14})$/
const NRC = /^\d{2,8}$/
/** A local part, a host, and a top-level domain of letters. */
const CORREO = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/

/**
 * From this total on a Factura must name its buyer: three minimum wages of 365.00, the figure in the
 * published structure of version 1. The wage of 2025 would give 1,226.40.
 */
const NAMED_FROM = 109_500n * CENT

/** A buyer abroad has no activity and no address from the catalogues. */
interface Party {
  readonly codActividad?: string | null
  readonly direccion?: Documento['emisor']['direccion'] | null
  readonly correo: string | null
}

export const checkEmisorCodes: Check = ({ documento }) => {
  const { nrc } = documento.emisor
  if (nrc !== null && !NRC.test(nrc)) return refusal('006', 'emisor.nrc')
  return checkParty(documento.emisor, 'emisor')
}

/** A donee has its NIT as an identity document. */
export function nitOf({ emisor: { nit, numDocumento = '' } }: Documento): string {
  return nit ?? numDocumento
}

export const checkReceptor: Check = ({ documento }) => {
  const { receptor, resumen } = documento
  const mustBeNamed = (resumen.montoTotalOperacion ?? 0n) >= NAMED_FROM
  if (receptor === null) return mustBeNamed ? refusal('005', 'receptor') : null
  const { nit, nrc = null } = receptor
  if (nrc !== null && !NRC.test(nrc)) return refusal('006', 'receptor.nrc')
  const identity =
    nit === undefined ? checkIdentidad(receptor, mustBeNamed) : checkContribuyente(receptor, nit)
  return identity ?? checkParty(receptor, 'receptor')
}

/** The buyer of a Crédito fiscal needs an NRC, although the structure allows null; an affiliate (09) may lack it. */
function checkContribuyente(receptor: Receptor, nit: string): Message | null {
  if (!NIT.test(nit)) return refusal('006', 'receptor.nit')
  const isAfiliado = receptor.tipoEstablecimiento !== undefined
  if (receptor.nrc === null && !isAfiliado) return refusal('005', 'receptor.nrc')
  return receptor.correo === null ? refusal('005', 'receptor.correo') : null
}

function checkIdentidad(
  { tipoDocumento = null, numDocumento = null, nombre }: Receptor,
  mustBeNamed: boolean,
): Message | null {
  if (mustBeNamed && nombre === null) return refusal('005', 'receptor.nombre')
  if (tipoDocumento === null) {
    const needed = mustBeNamed || numDocumento !== null
    return needed ? refusal('005', 'receptor.tipoDocumento') : null
  }
  const form = DOCUMENTO_IDENTIDAD.get(tipoDocumento)
  if (!form) return refusal('003', 'receptor.tipoDocumento')
  if (numDocumento === null) return refusal('005', 'receptor.numDocumento')
  return form.test(numDocumento) ? null : refusal('006', 'receptor.numDocumento')
}

function checkParty(party: Party, section: string): Message | null {
  const { codActividad = null, direccion = null, correo } = party
  if (codActividad !== null && !ACTIVIDADES.has(codActividad)) {
    return refusal('003', `${section}.codActividad`)
  }
  const wrong = direccion && wrongPlace(direccion)
  if (wrong) return refusal('003', `${section}.direccion.${wrong}`)
  return correo === null || CORREO.test(correo) ? null : refusal('006', `${section}.correo`)
}
