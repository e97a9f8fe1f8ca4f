/** The issue call: one Idempotency-Key until a definite answer, whatever the network does. */
import type { RefusalDetails, Sealed, Unanswered } from '@sello/contract'
import { ApiError, askConfirmation, askSignIn, Unreachable } from '../api/http.ts'
import type { Workspace } from '../app/workspace.ts'
import { signedCall } from '../firma/store.ts'

export type Sellado = Sealed
export type Contingencia = Unanswered
export type Rechazo = RefusalDetails['mh_rejected']

export type Ending =
  | { readonly kind: 'sellado'; readonly documento: Sellado }
  | { readonly kind: 'contingencia'; readonly documento: Contingencia }
  | { readonly kind: 'rechazado'; readonly rechazo: Rechazo }

export interface IssueCall {
  readonly request: object
  readonly idempotencyKey: string
  /** Called when an answer was lost and is being requested again. */
  readonly onDoubt: () => void
  readonly wait: (ms: number) => Promise<void>
  /** Whether the service may not be ready for hours, until Hacienda answers: then nobody waits for it. */
  readonly needsHacienda: boolean
}

const TRIES = 6
const REPEATABLE = new Set([
  'idempotency_in_flight',
  'service_unavailable',
  'correlative_unavailable',
])

/**
 * The outcome. Throws `ApiError` for a refusal that used no number, `FirmaCerrada`, and `Unreachable` when
 * the outcome is still unknown: the draft then keeps its key, and a retry is safe.
 */
export async function issue(workspace: Workspace, given: IssueCall): Promise<Ending> {
  let lost: unknown = null
  for (let n = 0; n < TRIES; n++) {
    try {
      const { status, body } = await signedCall(workspace, '/v1/dte', {
        body: given.request,
        idempotencyKey: given.idempotencyKey,
      })
      return status === 200
        ? { kind: 'sellado', documento: body as Sellado }
        : { kind: 'contingencia', documento: body as Contingencia }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'mh_rejected') {
        return { kind: 'rechazado', rechazo: error.details as unknown as Rechazo }
      }
      if (error instanceof ApiError && error.code === 'session_required') {
        if (!(await askSignIn())) throw error
        continue
      }
      // The browser was forgotten meanwhile: the sale goes on once the second factor is given over the page.
      if (error instanceof ApiError && error.code === 'confirmation_required') {
        if (!(await askConfirmation(error))) throw error
        continue
      }
      const again =
        error instanceof Unreachable ||
        (error instanceof ApiError &&
          REPEATABLE.has(error.code) &&
          !(given.needsHacienda && error.code === 'service_unavailable'))
      if (!again) throw error
      lost = error
      given.onDoubt()
      if (n === TRIES - 1) break
      const seconds = error instanceof ApiError ? error.retryAfterSeconds : null
      await given.wait((seconds ?? 2 ** n) * 1000)
    }
  }
  throw lost
}
