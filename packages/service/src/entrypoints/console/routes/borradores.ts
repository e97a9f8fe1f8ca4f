/** The person's own drafts: they survive a closed tab and are available in another browser. */
import { Refused } from '@sello/contract'
import { findFault } from '@sello/fiscal'
import { Type } from 'typebox'
import { noDocument } from '../../../ledger/documents/find.ts'
import {
  DRAFT_BYTES_MAX,
  DRAFTS_MAX,
  deleteDraft,
  findDraft,
  listDrafts,
  saveDraft,
} from '../../../ledger/drafts/store.ts'
import { refuseFields } from '../../http/body.ts'
import { bodyReader, ownOf, VERBATIM } from '../body.ts'
import type { CompanyHandler } from '../route.ts'
import { readId } from './personas.ts'

const readDraft = bodyReader({
  tipoDte: Type.String({ minLength: 2, maxLength: 2 }),
  resumen: Type.String({ maxLength: 300, [VERBATIM]: true }),
  contenido: Type.Unknown(),
  revision: Type.Integer({ minimum: 0 }),
})

/** A form has six. */
const DEPTH_MAX = 20
/** With the members that are not stored. */
export const DRAFT_BODY_BYTES_MAX = DRAFT_BYTES_MAX + 1_024

const TOO_LARGE = `Este borrador pasa de ${DRAFT_BYTES_MAX / 1_024} KB.`
const TOO_MANY = `Ya tiene ${DRAFTS_MAX} borradores, que es el máximo: termine o borre alguno.`

export const BORRADORES = {
  async borradores(asked, member) {
    const { pool, secrets } = asked.deps
    return { body: { borradores: await listDrafts(pool, secrets, ownOf(asked, member)) } }
  },

  async 'borradores.ver'(asked, member) {
    const { pool, secrets } = asked.deps
    const draft = await findDraft(pool, secrets, ownOf(asked, member), readId(asked.params.id))
    if (!draft) throw noDocument()
    return { body: draft }
  },

  async 'borradores.guardar'(asked, member) {
    const { deps, now } = asked
    const id = readId(asked.params.id)
    const of = ownOf(asked, member)
    const { resumen, ...given } = readDraft(asked.body)
    if (isDeeper(given.contenido, DEPTH_MAX)) {
      refuseFields([{ field: 'contenido', message: `tiene más de ${DEPTH_MAX} niveles.` }])
    }
    const saved = await saveDraft(deps, of, {
      ...given,
      resumen: shownOf(resumen),
      id,
      now,
    })
    if (saved === 'too_large') throw refusedDraft(TOO_LARGE)
    if (saved === 'too_many') throw refusedDraft(TOO_MANY)
    if (saved !== 'newer') return { body: { revision: saved.revision, guardadoEl: now } }
    const newer = await findDraft(deps.pool, deps.secrets, of, id)
    throw new Refused(
      'draft_conflict',
      newer ? 'Este borrador se guardó en otra pestaña.' : 'Este borrador ya se borró.',
      { borrador: newer },
    )
  },

  async 'borradores.borrar'(asked, member) {
    await deleteDraft(asked.deps.pool, ownOf(asked, member), readId(asked.params.id))
    return { status: 204 }
  },
} satisfies Record<string, CompanyHandler>

/**
 * The page takes the summary from unfinished text and saves by itself: what may not be shown in a list is left out,
 * because a refusal would lose the draft. The form tells of the character, and issuing refuses it.
 */
const shownOf = (resumen: string) => (findFault(resumen) === null ? resumen : '')

/** Whether lists and objects stand in more than `levels` of each other. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

const refusedDraft = (message: string) =>
  new Refused('refused', message, { issues: [{ field: 'borrador', message }] })
