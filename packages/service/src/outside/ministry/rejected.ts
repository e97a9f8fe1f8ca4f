/** What the ministry has rejected, as callers are told. */
import { type RefusalDetails, Refused } from '@sello/contract'
import type { Rejection } from '../../ledger/transmission/answer.ts'

/** The ministry's words as one sentence: some of its texts end in a full stop, most do not. */
export const asSentence = (words: string): string => `${words.replace(/[\s.]+$/, '')}.`

type Details = RefusalDetails['mh_rejected']

/** 422, with the ministry's words. */
export function mhRejected(
  { codigoMsg, clasificaMsg, descripcionMsg, observaciones }: Rejection,
  message: string,
  about: Pick<Details, 'codigoGeneracion' | 'numeroControl' | 'ayuda' | 'advertencias'>,
): Refused<'mh_rejected'> {
  const words = { codigoMsg, clasificaMsg, descripcionMsg, observaciones }
  return new Refused('mh_rejected', message, { estado: 'RECHAZADO', ...words, ...about })
}
