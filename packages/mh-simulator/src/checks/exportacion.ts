/** Checks for exports (11) only: how the goods leave, under which terms, and to whom. */
import { ITEM_BIEN, ITEM_SERVICIO } from '../catalogues/codigos.ts'
import {
  DOCUMENTO_ASOCIADO,
  INCOTERMS,
  MODO_TRANSPORTE,
  PAISES,
  RECINTOS,
  REGIMENES,
  TIPO_PERSONA,
  TIPO_REGIMEN,
} from '../catalogues/exportacion.ts'
import { type Message, refusal } from '../codes.ts'
import type { Documento } from '../documento.ts'
import { type Check, firstOf, toInteger } from './case.ts'

export const checkExportacion: Check = ({ documento }) =>
  checkSalida(documento) ?? checkComprador(documento) ?? checkOtrosDocumentos(documento)

/** Goods need a customs office, a regime and terms; services have none. */
function checkSalida({ emisor, resumen }: Documento): Message | null {
  const tipoItemExpor = toInteger(emisor.tipoItemExpor ?? 0n)
  if (tipoItemExpor !== ITEM_BIEN && tipoItemExpor !== ITEM_SERVICIO) {
    return refusal('007', 'emisor.tipoItemExpor')
  }
  const { recintoFiscal, tipoRegimen, regimen } = emisor
  const { codIncoterms, descIncoterms } = resumen
  const members = [
    ['emisor.recintoFiscal', recintoFiscal, RECINTOS],
    ['emisor.tipoRegimen', tipoRegimen, TIPO_REGIMEN],
    ['emisor.regimen', regimen, REGIMENES],
    ['resumen.codIncoterms', codIncoterms, INCOTERMS],
    ['resumen.descIncoterms', descIncoterms, null],
  ] as const
  return firstOf(members, ([path, value = null, catalogue]) => {
    if (tipoItemExpor === ITEM_SERVICIO) return value === null ? null : refusal('024', path)
    if (value === null) return refusal('005', path)
    return catalogue === null || catalogue.has(value) ? null : refusal('003', path)
  })
}

function checkComprador({ receptor }: Documento): Message | null {
  const { codPais = '', tipoPersona = 0n } = receptor ?? {}
  if (!PAISES.has(codPais)) return refusal('003', 'receptor.codPais')
  return TIPO_PERSONA.has(toInteger(tipoPersona)) ? null : refusal('003', 'receptor.tipoPersona')
}

function checkOtrosDocumentos({ otrosDocumentos }: Documento): Message | null {
  return firstOf(otrosDocumentos ?? [], (otro, i) => {
    const at = `otrosDocumentos[${i}]`
    const { codDocAsociado, modoTransp = null } = otro
    const known = codDocAsociado === null || DOCUMENTO_ASOCIADO.has(toInteger(codDocAsociado))
    if (!known) return refusal('003', `${at}.codDocAsociado`)
    const rides = modoTransp === null || MODO_TRANSPORTE.has(toInteger(modoTransp))
    return rides ? null : refusal('003', `${at}.modoTransp`)
  })
}
