/** "Already exists" of bytes that nobody has sent: the record is another's, whatever a query returns (ADR 0094). */
import type { Foreign, RejectedAnswer } from '../../ledger/transmission/answer.ts'
import type { LotVerdicts } from './envelope.ts'
import { SERVICES } from './services.ts'

/** `isFound`: a query has found a seal under the code. */
export function foreignOf(rejected: RejectedAnswer, isFound: boolean): Foreign {
  const { descripcionMsg, observaciones } = rejected
  const words = [descripcionMsg ?? '', ...observaciones]
  return { isFirstSending: true, isHeld: isFound || words.some((text) => OWN_CODE.test(text)) }
}

/** The member that the ministry names: the filing's own code, as opposed to its number. */
const OWN_CODE = /\bidentificacion[./]codigoGeneracion\b/i

type Verdicts = Extract<LotVerdicts, { kind: 'processed' }>['verdicts']

/** A lot is the first sending of its documents (ledger/outages/deferred.ts). */
export function ofFirstSending(verdicts: Verdicts): Verdicts {
  const { repeated } = SERVICES.documento
  return new Map(
    [...verdicts].map(([code, verdict]) =>
      verdict.kind === 'rejected' && repeated.includes(verdict.codigoMsg ?? '')
        ? [code, { ...verdict, foreign: foreignOf(verdict, false) }]
        : [code, verdict],
    ),
  )
}
