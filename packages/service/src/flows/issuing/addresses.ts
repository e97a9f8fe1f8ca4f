/** Whom a document is sent to by mail (docs/wire.md#entrega): what its request says, or else its company. */
import type { DteRequest, EntregaPorDefecto, Issue } from '@sello/contract'
import type { Documento } from '@sello/fiscal'
import { isMailable } from '../../outside/mail/address.ts'

interface Addressed {
  readonly addresses: readonly string[]
  readonly problems: readonly Issue[]
}

const NOBODY: Addressed = { addresses: [], problems: [] }

/** A company's default never stops a sale: without an address that mail can reach, nobody is told. */
export function addressesOf(
  entrega: DteRequest['entrega'],
  { documento, byDefault }: { documento: Documento; byDefault: EntregaPorDefecto },
): Addressed {
  const asked = entrega?.correo
  if (Array.isArray(asked)) return checkAddresses(asked, 'entrega.correo')
  if (asked === false || (asked === undefined && byDefault === 'nunca')) return NOBODY
  const correo = documento.receptor?.correo ?? null
  if (correo !== null && isMailable(correo)) return { addresses: [correo], problems: [] }
  if (asked === undefined) return NOBODY
  const message = correo === null ? WITHOUT : unmailable(correo)
  return { addresses: [], problems: [{ field: 'entrega.correo', rule: RULE, message }] }
}

/** Each address once, and a problem for each that no server would take. */
export function checkAddresses(asked: readonly string[], field: string): Addressed {
  const problems = asked.flatMap((address, i) =>
    isMailable(address)
      ? []
      : [{ field: `${field}[${i}]`, rule: RULE, message: unmailable(address) }],
  )
  return { addresses: problems.length > 0 ? [] : [...new Set(asked)], problems }
}

/** Ours: no rule of the ministry speaks of the mail. */
const RULE = 'correo'

const WITHOUT =
  'El receptor no tiene correo: póngalo en receptor.correo, diga aquí las direcciones, o quite entrega.'

/** Without the address, which is the buyer's. */
const unmailable = (address: string) =>
  /[^\x20-\x7e].*@/.test(address)
    ? 'La parte de antes de la @ lleva letras que muchos servidores de correo no aceptan: use solo letras sin tilde, cifras y puntos.'
    : 'No es una dirección de correo a la que se pueda enviar: corríjala.'
