/** A caller's request with its Idempotency-Key, and every answer received. */

import { RESCISION } from '../corrections.ts'
import type { Dice } from '../crash/dice.ts'
import { credito, nota } from '../notas.ts'
import type { Reply } from '../world.ts'

export type Kind = 'sale' | 'prepare' | 'invalidate' | 'return' | 'close'

export interface Intent {
  readonly kind: Kind
  readonly idempotencyKey: string
  readonly url: string
  readonly body: object
  /** Of a correction: the document. */
  readonly about: string
  /** For a return: the units sold on its line, and the units returned. */
  readonly sold: number
  readonly cantidad: number
  /** Of a sale: how many are on its first line. */
  readonly units: number
  readonly answers: Reply[]
  inFlight: number
}

type Given = Pick<Intent, 'kind' | 'url' | 'body'> & Partial<Intent>

const intent = (intents: readonly Intent[], given: Given): Intent => ({
  about: '',
  sold: 0,
  cantidad: 0,
  units: 0,
  answers: [],
  inFlight: 0,
  idempotencyKey: `${given.kind}-${intents.length}`,
  ...given,
})

type Make = (intents: readonly Intent[], dice: Dice) => Intent | null

const sell: Make = (intents, dice) => {
  const units = dice.between(1, 5)
  const items = Array.from({ length: dice.between(1, 3) }, (_, i) => ({
    descripcion: `Artículo ${i + 1}`,
    cantidad: i === 0 ? units : dice.between(1, 5),
    precioUni: dice.between(1, 5_000) / 100,
  }))
  // Few references, so that sales of one reference meet.
  const referencia = dice.between(1, 3) === 1 ? { referencia: `pedido-${dice.between(1, 3)}` } : {}
  return intent(intents, {
    kind: 'sale',
    url: '/v1/dte',
    body: { tipoDte: '01', items, ...referencia },
    units,
  })
}

const sellOnCredit: Make = (intents) =>
  intent(intents, { kind: 'sale', url: '/v1/dte', body: credito() })

const credit: Make = (intents, dice) => {
  const one = pickSealed(intents, dice, '03')
  if (!one) return null
  return intent(intents, {
    kind: 'sale',
    url: '/v1/dte',
    body: nota(one.code, dice.between(10, 80)),
  })
}

const correct: Make = (intents, dice) => {
  const rejected = intents.filter(
    ({ kind, answers }) => kind === 'sale' && answers.some(isRejected),
  )
  if (rejected.length === 0) return null
  const { body, units, answers } = dice.pick(rejected)
  const corrige = answers.find(isRejected)?.body.error.details.codigoGeneracion
  return intent(intents, { kind: 'sale', url: '/v1/dte', body: { ...body, corrige }, units })
}

const prepare: Make = (intents, dice) => {
  const { body, units } = sell(intents, dice) as Intent
  return intent(intents, { kind: 'prepare', url: '/v1/dte/prepare', body, units })
}

const sign: Make = (intents, dice) => {
  const open = intents.filter(({ kind, answers }) => kind === 'prepare' && answers.some(isDone))
  if (open.length === 0) return null
  const { answers, units } = dice.pick(open)
  const { prepareToken, documento } = answers.find(isDone)?.body ?? {}
  return intent(intents, {
    kind: 'sale',
    url: '/v1/dte/sign',
    body: { prepareToken, documento },
    units,
  })
}

const invalidate: Make = (intents, dice) => {
  const one = pickSealed(intents, dice, null)
  if (!one) return null
  const url = `/v1/dte/${one.code}/invalidate`
  return intent(intents, { kind: 'invalidate', url, body: RESCISION, about: one.code })
}

const giveBack: Make = (intents, dice) => {
  const one = pickSealed(intents, dice, '01')
  if (!one) return null
  const cantidad = dice.between(1, Math.max(one.units, 1))
  const url = `/v1/dte/${one.code}/return`
  const body = { items: [{ linea: 1, cantidad }] }
  return intent(intents, { kind: 'return', url, body, about: one.code, sold: one.units, cantidad })
}

const close: Make = (intents) =>
  intent(intents, { kind: 'close', url: '/v1/contingencia', body: {} })

/** More often first. */
// biome-ignore format: a list
const MAKES: readonly Make[] = [
  sell, sell, sell, sell, sell, sellOnCredit, credit, correct, correct, prepare, sign, sign, invalidate, invalidate,
  giveBack, giveBack, close,
]

/** A new intent that this moment allows, or the repeat of an older one. */
export function pickIntent(intents: readonly Intent[], dice: Dice): Intent {
  if (intents.length > 0 && dice.between(1, 4) === 1) return dice.pick(intents)
  return dice.pick(MAKES)(intents, dice) ?? (sell(intents, dice) as Intent)
}

const isDone = ({ status }: Reply) => status === 200
const isRejected = ({ body }: Reply) => body?.error?.code === 'mh_rejected'

function pickSealed(intents: readonly Intent[], dice: Dice, tipoDte: string | null) {
  const sealed = intents.flatMap(({ kind, answers, units }) => {
    const body = kind === 'sale' ? answers.find(isDone)?.body : undefined
    if (!body || (tipoDte !== null && body.tipoDte !== tipoDte)) return []
    return [{ code: body.codigoGeneracion as string, units }]
  })
  return sealed.length === 0 ? null : dice.pick(sealed)
}
