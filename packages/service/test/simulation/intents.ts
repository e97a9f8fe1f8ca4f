/** A caller's request with its Idempotency-Key, and every answer received. */
import type { MintedKey } from '../../src/admin.ts'
import { RESCISION } from '../corrections.ts'
import type { Dice } from '../crash/dice.ts'
import type { Reply } from '../world.ts'
import type { Company } from './machine.ts'
import {
  creditoFiscal,
  deExportacion,
  deSujetoExcluido,
  devolucion,
  factura,
  nota,
  type Original,
} from './requests.ts'

export type Kind = 'sale' | 'prepare' | 'invalidate' | 'return' | 'close' | 'abandon'

export interface Intent {
  readonly kind: Kind
  readonly company: Company
  readonly key: MintedKey
  readonly idempotencyKey: string
  readonly method: 'POST' | 'DELETE'
  readonly url: string
  readonly body: object | null
  readonly answers: Reply[]
  inFlight: number
  /** Its Idempotency-Key is free again: a repeat would be another call. */
  isOver: boolean
}

type Given = Pick<Intent, 'kind' | 'url' | 'body'> & Partial<Intent>

/** What an intent is made from. */
interface Making {
  readonly intents: readonly Intent[]
  readonly company: Company
  readonly dice: Dice
}

type Make = (making: Making) => Intent | null

function intent({ intents, company, dice }: Making, given: Given): Intent {
  return {
    company,
    key: dice.pick(company.keys),
    method: 'POST',
    answers: [],
    inFlight: 0,
    isOver: false,
    idempotencyKey: `${given.kind}-${intents.length}`,
    ...given,
  }
}

const issuing =
  (bodyOf: (dice: Dice) => object): Make =>
  (making) =>
    intent(making, { kind: 'sale', url: '/v1/dte', body: bodyOf(making.dice) })

const sell = issuing(factura)
const sellOnCredit = issuing(creditoFiscal)

const ORIGINS_MAX = 3

const adjusting =
  (tipoDte: '05' | '06'): Make =>
  (making) => {
    const { dice } = making
    const known = sealedOf(making, ['03'])
    if (known.length === 0) return null
    const drawn = Array.from({ length: dice.between(1, ORIGINS_MAX) }, () => dice.pick(known))
    const body = nota(tipoDte, [...new Set(drawn)], dice)
    return intent(making, { kind: 'sale', url: '/v1/dte', body })
  }

const credit = adjusting('05')

const correct: Make = (making) => {
  const rejected = ofCompany(making).filter(
    ({ kind, answers }) => kind === 'sale' && answers.some(isRejected),
  )
  if (rejected.length === 0) return null
  const { body, key, answers } = making.dice.pick(rejected)
  const corrige = answers.find(isRejected)?.body.error.details.codigoGeneracion
  return intent(making, { kind: 'sale', key, url: '/v1/dte', body: { ...body, corrige } })
}

const prepare: Make = (making) =>
  intent(making, { kind: 'prepare', url: '/v1/dte/prepare', body: factura(making.dice) })

const sign: Make = (making) => {
  const open = ofCompany(making).filter(
    ({ kind, answers }) => kind === 'prepare' && answers.some(isDone),
  )
  if (open.length === 0) return null
  const { answers, key } = making.dice.pick(open)
  const { prepareToken, documento } = answers.find(isDone)?.body ?? {}
  return intent(making, {
    kind: 'sale',
    key,
    url: '/v1/dte/sign',
    body: { prepareToken, documento },
  })
}

/** Of a document, or of a return; without a replacement, or with one. */
const invalidate: Make = (making) => {
  const { dice } = making
  const returned = ofCompany(making).flatMap(({ kind, answers }) =>
    kind === 'return' ? (answers.find(isDone)?.body.codigoGeneracion ?? []) : [],
  )
  const known = sealedOf(making, null)
  const codes = [...known.map(({ codigoGeneracion }) => codigoGeneracion), ...returned]
  if (codes.length === 0) return null
  const code: string = dice.pick(codes)
  const others = known.filter(({ codigoGeneracion }) => codigoGeneracion !== code)
  const replacement = dice.between(1, 3) === 1 ? dice.pick(others)?.codigoGeneracion : undefined
  const body = replacement
    ? { ...RESCISION, tipoAnulacion: 1, motivo: 'Error', codigoGeneracionReemplazo: replacement }
    : RESCISION
  return intent(making, { kind: 'invalidate', url: `/v1/dte/${code}/invalidate`, body })
}

const giveBack: Make = (making) => {
  const known = sealedOf(making, ['01', '11', '14'])
  if (known.length === 0) return null
  const one = making.dice.pick(known)
  const url = `/v1/dte/${one.codigoGeneracion}/return`
  return intent(making, { kind: 'return', url, body: devolucion(one, making.dice) })
}

/** Of a return that has no verdict, or had none when its caller was answered. */
const abandon: Make = (making) => {
  const unanswered = ofCompany(making).filter(
    ({ kind, answers }) => kind === 'return' && answers.some(({ status }) => status === 202),
  )
  if (unanswered.length === 0) return null
  const { url, answers } = making.dice.pick(unanswered)
  const evento = answers.find(({ status }) => status === 202)?.body.codigoGeneracion
  const given = { kind: 'abandon', method: 'DELETE', body: null } as const
  return intent(making, { ...given, url: `${url}/${evento}` })
}

const close: Make = (making) => intent(making, { kind: 'close', url: '/v1/contingencia', body: {} })

/** What a history is about: many documents of few kinds meet more often than few of all kinds. */
// biome-ignore format: a table
const THEMES = {
  all: [
    sell, sell, sell, sell, issuing(deExportacion), issuing(deSujetoExcluido), sellOnCredit, credit, adjusting('06'),
    correct, correct, prepare, sign, sign, invalidate, invalidate, giveBack, giveBack, abandon, close,
  ],
  notes:   [sellOnCredit, credit, credit, credit, credit, adjusting('06'), invalidate],
  returns: [sell, issuing(deExportacion), issuing(deSujetoExcluido), giveBack, giveBack, giveBack, giveBack, abandon, invalidate],
} as const satisfies Record<string, readonly Make[]>

export type Theme = keyof typeof THEMES

export const pickTheme = (dice: Dice): Theme => dice.pick(['all', 'all', 'notes', 'returns'])

/** A new intent that this moment allows, or the repeat of an older one. */
export function pickIntent(making: Making, theme: Theme): Intent {
  const { intents, dice } = making
  const repeatable = intents.filter(({ isOver }) => !isOver)
  if (repeatable.length > 0 && dice.between(1, 4) === 1) return dice.pick(repeatable)
  const make: Make = dice.pick(THEMES[theme])
  const first = theme === 'notes' ? sellOnCredit : sell // what the others are about
  return make(making) ?? first(making) ?? lastSale(making)
}

/** A call that signs. */
export const lastSale = (making: Making): Intent =>
  intent(making, { kind: 'sale', url: '/v1/dte', body: factura(making.dice) })

const isDone = ({ status }: Reply) => status === 200
const isRejected = ({ body }: Reply) => body?.error?.code === 'mh_rejected'

const ofCompany = ({ intents, company }: Making) => intents.filter((one) => one.company === company)

function sealedOf(making: Making, tipos: readonly string[] | null): readonly Original[] {
  const sealed = ofCompany(making).flatMap(({ kind, answers }) => {
    const body = kind === 'sale' ? answers.find(isDone)?.body : undefined
    return body && (tipos === null || tipos.includes(body.tipoDte)) ? [body as Original] : []
  })
  return [...new Map(sealed.map((one) => [one.codigoGeneracion, one])).values()]
}
