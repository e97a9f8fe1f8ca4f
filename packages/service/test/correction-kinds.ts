/** The calls that sign an event about something, for what holds for each of them. */
import assert from 'node:assert/strict'
import { type CorrectionOptions, giveBack, invalidate, RESCISION } from './corrections.ts'
import { facturas, report } from './operaciones.ts'
import type { Reply, World } from './world.ts'

export interface CorrectionKind {
  readonly name: string
  /** What it is about: made before the call. */
  readonly about: (world: World) => Promise<string>
  readonly call: (at: World, about: string, options: CorrectionOptions) => Promise<Reply>
  /** Its event, of an answer without a seal. */
  readonly eventOf: (reply: Reply) => string
  /** The code that a refusal for a call in flight names. */
  readonly named: (about: string, evento: string) => string
}

async function sold(world: World): Promise<string> {
  const { status, text, body } = await world.issue()
  assert.equal(status, 200, text)
  return body.codigoGeneracion
}

/** Of the last voucher that was reported. */
let numero = 0

export const CORRECTION_KINDS: readonly CorrectionKind[] = [
  {
    name: 'a return',
    about: sold,
    call: (at, codigo, options) => giveBack(at, codigo, [{ linea: 1, cantidad: 1 }], options),
    eventOf: ({ body }) => body.codigoGeneracion,
    named: (_codigo, evento) => evento,
  },
  {
    name: 'an invalidation',
    about: sold,
    call: (at, codigo, options) => invalidate(at, codigo, RESCISION, options),
    eventOf: ({ body }) => body.error.details.evento.codigoGeneracion,
    named: (codigo) => codigo,
  },
  {
    name: 'a report of special operations',
    async about() {
      numero += 1
      return `KIND-${numero}`
    },
    call: (at, desde, options) => report(at, [facturas(desde)], options),
    eventOf: ({ body }) => body.codigoGeneracion,
    named: (_desde, evento) => evento,
  },
]
