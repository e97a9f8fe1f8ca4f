import { Refused } from '@sello/contract'

/** 409: a document that is live, or may still be sealed, has the reference. */
export function referenceInUse(codigoGeneracion: string): Refused<'reference_in_use'> {
  return new Refused(
    'reference_in_use',
    `referencia: ya la tiene el documento ${codigoGeneracion}; consúltelo antes de emitir otro. No se gastó número.`,
    { codigoGeneracion },
  )
}
