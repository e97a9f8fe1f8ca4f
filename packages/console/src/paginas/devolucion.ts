/** What people read once a return is registered. */
import type { Signed } from '../firma/store.ts'
import { dayOf } from '../ui/text.ts'
import { isReplayed } from './act-keys.ts'

export function avisoDeDevolucion(signed: Pick<Signed, 'headers' | 'body'>): string {
  if (!isReplayed(signed)) return 'Devolución registrada.'
  const { fecEmi, horEmi } = signed.body as { fecEmi?: string; horEmi?: string }
  const since = fecEmi && horEmi ? ` el ${dayOf(fecEmi)}, ${horEmi.slice(0, 5)}` : ''
  return `Ya estaba registrada${since}. Para otra devolución, regístrela de nuevo.`
}
