/**
 * The Idempotency-Keys of signing actions. A key belongs to its action until the outcome is known, also when the
 * dialog is closed or the page loaded again in between: the next attempt then asks for the same outcome and does
 * nothing twice. Calls of one action that overlap have the same key, and none of them takes it from another.
 */
import { uuid } from '../clock.ts'
import { meaningOf } from '../emitir/refusal.ts'

interface Open {
  readonly key: string
  /** Calls with this key under way. */
  running: number
  /** An answer was lost, or one that overlapped with others says that it was done: only this key may ask. */
  sinRespuesta: boolean
  /** The last call in doubt ended while another was under way: its repeat asks with this key, even after a success. */
  awaitsRepeat: boolean
}

interface Refusal {
  readonly code: string
  readonly status: number
  readonly details?: Readonly<Record<string, unknown>>
}

export type Meaning = ReturnType<typeof meaningOf>

/**
 * An action is `{person}/{company}/{environment} {path}`. `kept` holds the action and its key, nothing of its body;
 * a key found there is of a page that ended before its answer.
 */
export function actKeys(kept: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const open = new Map<string, Open>()
  const nameOf = (action: string) => `sello/actos/${action}`
  const forget = (action: string) => {
    open.delete(action)
    kept.removeItem(nameOf(action))
  }
  /** Counts a call as ended. Null: the action has another key by now. */
  const ended = (action: string, key: string): Open | null => {
    const one = open.get(action)
    if (one?.key !== key) return null
    one.running -= 1
    return one
  }
  return {
    /** The key of a call that is sent now; `settle`, `fail` or `unsent` ends it. */
    send(action: string): string {
      const earlier = kept.getItem(nameOf(action))
      const one = open.get(action) ?? {
        key: earlier ?? uuid(),
        running: 0,
        sinRespuesta: earlier !== null,
        awaitsRepeat: false,
      }
      one.running += 1
      open.set(action, one)
      kept.setItem(nameOf(action), one.key)
      return one.key
    },

    /** The call was not sent after all. */
    unsent(action: string, key: string): void {
      const one = ended(action, key)
      if (one?.running === 0 && !one.sinRespuesta) forget(action)
    },

    /** It is done: the next one is another action, once every call with this key knows it. */
    settle(action: string, key: string): void {
      const one = ended(action, key)
      if (!one) return
      if (one.running === 0 && !one.awaitsRepeat) forget(action)
      one.sinRespuesta = true
      one.awaitsRepeat = false
    },

    /**
     * What a failure says of the action; see `meaningOf`. Keeps the key where the outcome is not known. Null: no
     * answer came, or none of the service.
     */
    fail(action: string, key: string, refusal: Refusal | null): Meaning {
      const one = ended(action, key)
      const others = one !== null && one.running > 0
      const inDoubt = others || (one?.sinRespuesta ?? false)
      const meaning = refusal === null ? 'duda' : meaningOf(refusal, inDoubt)
      if (!one) return meaning
      if (meaning === 'duda') {
        one.sinRespuesta = true
        one.awaitsRepeat = others
      } else if (!others) forget(action)
      return meaning
    },
  }
}

/** What people read while the outcome is not known. Null: the refusal's own message. */
export function enDuda(refusal: Refusal | null): string | null {
  if (refusal?.code === 'idempotency_in_flight') {
    return 'La misma petición sigue en curso. Espere un momento; puede repetir sin riesgo.'
  }
  if (refusal !== null && refusal.status < 500) return null
  if (refusal?.code === 'mh_unreachable') {
    return refusal.details?.enviado === false
      ? 'No se pudo llegar a Hacienda: no se le envió nada y nada cambió. Puede repetir sin riesgo.'
      : 'Hacienda no respondió y pudo recibirlo: todavía no se sabe. Repita sin riesgo, o vea el historial del documento.'
  }
  return 'Hacienda no respondió. Puede repetir sin riesgo.'
}

/** The answer is of an earlier call with the same key: nothing was done now. */
export const isReplayed = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
  headers['idempotency-replayed'] === 'true'
