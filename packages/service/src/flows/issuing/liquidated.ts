/** A liquidation takes its documents in commit 1: each stands in one, whatever another process does at the same time. */
import { type Ambiente, type Issue, Refused } from '@sello/contract'
import type { Tx } from '../../base/db/tx.ts'
import { takeListed } from '../../ledger/documents/liquidated.ts'
import { lockDocuments } from '../../ledger/documents/related.ts'
import { estadoToList, keyOf, type Listado } from '../../ledger/documents/tercero.ts'
import type { Draft } from './draft.ts'

interface Owner {
  readonly companyId: string
  readonly ambiente: Ambiente
  readonly liquidacion: string
}

/**
 * Refuses what another liquidation lists, or what was invalidated since the document was built: 422 where the request
 * names it, 503 where it was gathered, since a repeat gathers again.
 */
export async function takeLiquidated(tx: Tx, owner: Owner, { liquidados }: Draft): Promise<void> {
  const { all, ours } = liquidados
  if (all.length === 0) return
  const estados = await lockDocuments(
    tx,
    owner.companyId,
    ours.map(({ numero }) => numero),
  )
  const changed = ours.filter((one) => estados.get(one.numero) !== estadoToList(one))
  const taken = await takeListed(tx, owner, all)
  const refused = [...changed, ...all.filter((one) => taken.has(keyOf(one)))]
  if (refused.length > 0) throw refusalOf(refused, liquidados)
}

function refusalOf(refused: readonly Listado[], { all, gathered }: Draft['liquidados']): Refused {
  if (gathered) {
    return new Refused(
      'service_unavailable',
      'Otra llamada liquidó o invalidó entretanto parte de lo reunido. No se hizo nada y no se gastó número: repita con la misma Idempotency-Key, y se reúne lo que quede.',
      {},
    )
  }
  const issues = refused.map((one): Issue => {
    const at = all.findIndex((each) => keyOf(each) === keyOf(one))
    return {
      field: `liquidacion.documentos[${at}].codigoGeneracion`,
      documento: `cuerpoDocumento[${at}].numeroDocumento`,
      rule: 'CT-108',
      message: `El documento ${one.numero} se liquidó o se invalidó entretanto; quítelo.`,
    }
  })
  const [first] = issues
  return new Refused('validation_failed', `${first?.message} No se gastó número.`, { issues })
}
