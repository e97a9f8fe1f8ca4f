/**
 * The prepareToken: what was prepared, by whom and until when, under our MAC. It is not a credential and signs
 * nothing; it proves that the document is the one whose number is reserved.
 *
 * `<keyId>.<codigoGeneracion>.<expiry, ms>.<hash of the document>.<MAC>`, hash and MAC in base64url.
 */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { type MotivoPrepareToken, Refused, type SignRequest } from '@sello/contract'
import { canonical } from '@sello/fiscal'
import type { Numerado } from '../../ledger/documents/firmado.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import type { Ctx } from '../context.ts'

/** Deterministic: a repeat of prepare returns the same bytes. */
export function printPrepareToken(ctx: Ctx, numerado: Numerado, venceEn: string): string {
  const { codigoGeneracion, payload } = numerado
  const head = [ctx.key.keyId, codigoGeneracion, Date.parse(venceEn), hashOf(JSON.parse(payload))]
  const text = head.join('.')
  return `${text}.${macOf(ctx, text)}`
}

/** The code of the document that may be signed. Refuses every other token, and a changed document (422). */
export function assertPrepareToken(ctx: Ctx, { prepareToken, documento }: SignRequest): string {
  const token = FORM.exec(prepareToken)?.groups
  if (!token) throw invalid('desconocido')
  const { head = '', keyId, codigoGeneracion = '', venceEn, hash, mac = '' } = token
  if (keyId !== ctx.key.keyId) throw invalid('de_otra_llave')
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(ctx, head))))
    throw invalid('desconocido')
  if (ctx.now.getTime() >= Number(venceEn)) throw invalid('vencido', codigoGeneracion)
  if (hash !== hashOf(documento)) throw invalid('documento_cambiado', codigoGeneracion)
  return codigoGeneracion
}

const FORM =
  /^(?<head>(?<keyId>[\w-]{12})\.(?<codigoGeneracion>[0-9A-F-]{36})\.(?<venceEn>\d{1,15})\.(?<hash>[\w-]{43}))\.(?<mac>[\w-]{43})$/

/** Hashes the JSON with sorted keys: member order does not matter, every value does. */
const hashOf = (documento: object) =>
  createHash('sha256').update(canonical(documento)).digest('base64url')

/** One key for each company, so that a token is valid in one company only. */
function macOf(ctx: Ctx, head: string): string {
  const key = hkdfSync('sha256', readerOf(ctx).dataKey, '', 'sello prepareToken', 32)
  return createHmac('sha256', Buffer.from(key)).update(head).digest('base64url')
}

/** The refusal, with its reason as a code and as a sentence. */
export function invalid(motivo: MotivoPrepareToken, codigoGeneracion?: string) {
  return new Refused('prepare_token_invalid', SENTENCES[motivo], {
    motivo,
    ...(codigoGeneracion === undefined ? {} : { codigoGeneracion }),
  })
}

const SENTENCES: Readonly<Record<MotivoPrepareToken, string>> = {
  desconocido:
    'El prepareToken no es uno que este servicio haya dado a esta empresa. Envíelo tal como lo respondió prepare.',
  de_otra_llave: 'El prepareToken es de otra llave: firme con la llave que preparó el documento.',
  vencido:
    'El prepareToken venció: vale 15 minutos y el número vuelve a su serie. Prepare el documento otra vez.',
  documento_cambiado:
    'El documento no es el que se preparó: algún valor cambió. Envíelo tal como lo respondió prepare; la reserva sigue en pie.',
  ya_sellado:
    'Hacienda selló el documento en cuyo lugar se preparó este: consúltelo. No firme la corrección; su número vuelve a la serie.',
  ya_firmado:
    'Este documento ya se firmó. No lo repita: consúltelo por su codigoGeneracion, o repita sign con la misma Idempotency-Key.',
}
