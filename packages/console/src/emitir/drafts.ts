/**
 * Drafts: at once in this browser, encrypted with a non-extractable key, and every two seconds on the
 * server; each is of one person. A draft has the Idempotency-Key of its issue call, so that a lost answer is
 * requested again with the same key, by the person whose API key made the first call.
 */
import { ApiError, call } from '../api/http.ts'
import { apiOf, scopeOf, type Workspace } from '../app/workspace.ts'
import { uuid } from '../clock.ts'
import { keysOf, read, remove, write } from '../db.ts'
import type { Form } from './form.ts'

export interface Draft {
  readonly id: string
  readonly form: Form
  readonly idempotencyKey: string
  /** An issue call was sent and got no answer: its outcome must be requested before anything else. */
  readonly sent: boolean
  /** Since when; null: not known, or no call is open. */
  readonly sentAt: string | null
  readonly revision: number
  /** The document that the form started from, as in the address (`corrige=…`); null: it started empty. */
  readonly desde: string | null
  /** Parts of that document that the form cannot hold. */
  readonly noCaben: readonly string[]
}

/** The service forgets a key after a day: an hour less, for clocks that differ. */
const KEY_MS = 23 * 3_600_000

/** An answer was lost so long ago that the key no longer finds the sale: sent again it could be a second one. */
export const isForgotten = ({ sent, sentAt }: Pick<Draft, 'sent' | 'sentAt'>, at: Date): boolean =>
  sent && (sentAt === null || at.getTime() - new Date(sentAt).getTime() > KEY_MS)

interface Stored {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly datos: ArrayBuffer
}

const text = new TextEncoder()
const keyName = (workspace: Workspace) => `borradores/${scopeOf(workspace)}`
const nameOf = (workspace: Workspace, id: string) => `${scopeOf(workspace)}/${id}`

export const newDraft = (
  form: Form,
  begun: Partial<Pick<Draft, 'desde' | 'noCaben'>> = {},
): Draft => ({
  id: uuid(),
  form,
  idempotencyKey: uuid(),
  sent: false,
  sentAt: null,
  revision: 0,
  desde: begun.desde ?? null,
  noCaben: begun.noCaben ?? [],
})

/** One that an earlier version stored may lack a member. */
const whole = (stored: Draft): Draft => ({
  ...stored,
  sentAt: stored.sentAt ?? null,
  desde: stored.desde ?? null,
  noCaben: stored.noCaben ?? [],
})

async function sealingKey(workspace: Workspace): Promise<CryptoKey> {
  const kept = await read<CryptoKey>('claves', keyName(workspace))
  if (kept) return kept
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  await write('claves', keyName(workspace), made)
  return made
}

/** Once this resolves, the draft survives a closed tab and a power cut. */
export async function keepDraft(workspace: Workspace, draft: Draft): Promise<void> {
  const key = await sealingKey(workspace)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const datos = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    key,
    text.encode(JSON.stringify(draft)),
  )
  await write('borradores', nameOf(workspace, draft.id), { iv, datos } satisfies Stored)
}

/** The draft as this browser has it, whichever tab wrote it; null: it has none, or its sale ended. */
export async function storedDraft(workspace: Workspace, id: string): Promise<Draft | null> {
  const stored = await read<Stored>('borradores', nameOf(workspace, id))
  if (!stored) return null
  const key = await sealingKey(workspace)
  const clear = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: stored.iv }, key, stored.datos)
  return whole(JSON.parse(new TextDecoder().decode(clear)) as Draft)
}

/** The draft of this browser, else the server's; null when neither has it. */
export async function findDraft(workspace: Workspace, id: string): Promise<Draft | null> {
  const stored = await storedDraft(workspace, id)
  if (stored) return stored
  try {
    const remote = await call<{ revision: number; contenido: Draft }>(
      `${apiOf(workspace)}/borradores/${encodeURIComponent(id)}`,
    )
    return { ...whole(remote.contenido), revision: remote.revision }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** A draft of a type in this browser that corrects nothing: first one whose outcome is not known. */
export async function latestDraft(workspace: Workspace, tipoDte: string): Promise<Draft | null> {
  const isOurs = ({ form }: Draft) => form.tipoDte === tipoDte && form.corrige === null
  const ours = await keptDrafts(workspace, isOurs)
  return ours.find(({ sent }) => sent) ?? ours[0] ?? null
}

/** The sales of this browser whose outcome is not known, newest first. */
export const unansweredDrafts = (workspace: Workspace) => keptDrafts(workspace, ({ sent }) => sent)

/** This browser's draft for a document, so that typed text survives leaving the page. */
export async function draftFrom(workspace: Workspace, desde: string): Promise<Draft | null> {
  const [draft] = await keptDrafts(workspace, (one) => one.desde === desde)
  return draft ?? null
}

async function keptDrafts(
  workspace: Workspace,
  isWanted: (draft: Draft) => boolean,
): Promise<readonly Draft[]> {
  const prefix = nameOf(workspace, '')
  const names = (await keysOf('borradores')).map(String).filter((name) => name.startsWith(prefix))
  const found: Draft[] = []
  for (const name of names.reverse()) {
    const draft = await findDraft(workspace, name.slice(prefix.length))
    if (draft && isWanted(draft)) found.push(draft)
  }
  return found
}

/** Saves it on the server; returns its new revision. */
export async function pushDraft(
  workspace: Workspace,
  draft: Draft,
  resumen: string,
): Promise<number> {
  const { revision } = await call<{ revision: number }>(
    `${apiOf(workspace)}/borradores/${draft.id}`,
    {
      method: 'PUT',
      body: { tipoDte: draft.form.tipoDte, resumen, contenido: draft, revision: draft.revision },
    },
  )
  return revision
}

/** Only from this browser. */
export const dropHere = (workspace: Workspace, id: string): Promise<void> =>
  remove('borradores', nameOf(workspace, id))

export async function dropDraft(workspace: Workspace, draft: Draft): Promise<void> {
  await dropHere(workspace, draft.id)
  if (draft.revision === 0) return
  await call(`${apiOf(workspace)}/borradores/${draft.id}`, { method: 'DELETE' }).catch(
    (error: unknown) => {
      // It may be deleted already; a draft that remains is shown again and does no harm.
      if (!(error instanceof ApiError)) throw error
    },
  )
}
