/** The steps of an examination, in their order: what a document passed, what refused it, what was not reached. */
import { CHECKS } from '../checks/index.ts'
import type { Message } from '../codes.ts'
import type { Row } from '../world/ledger.ts'

/** A refusal, and the name of the step that gave it. */
export interface Stop {
  readonly step: string
  readonly message: Message
}

/** The refusal of that step, or null where it found nothing. */
export const stop = (step: string, message: Message | null): Stop | null =>
  message && { step, message }

interface Step {
  readonly name: string
  readonly what: string
}

// biome-ignore format: a table
const FORM: readonly Step[] = [
  { name: 'contribuyente', what: 'Quien transmite está registrado' },
  { name: 'sobre',         what: 'El sobre repite lo que dice el documento' },
  { name: 'firma',         what: 'La firma es del certificado registrado' },
  { name: 'json',          what: 'Lo firmado es JSON' },
  { name: 'estructura',    what: 'La estructura es la publicada' },
  { name: 'numeros',       what: 'Los números están escritos en su forma más corta' },
]
const EVENTO: Step = { name: 'evento', what: 'Cumple lo que se pide a este evento' }

export interface StepResult extends Step {
  readonly result: 'passed' | 'refused' | 'not reached'
}

/** What each step said of a row. Empty where none was asked: without a verdict, or refused by a fault that was told. */
export function stepsOf({ estado, evento, stoppedAt }: Row): readonly StepResult[] {
  if (estado === 'NO_PROCESADO' || (estado === 'RECHAZADO' && stoppedAt === null)) return []
  const steps = [...FORM, ...(evento === null ? CHECKS : [EVENTO])]
  const at = stoppedAt === null ? steps.length : steps.findIndex(({ name }) => name === stoppedAt)
  return steps.map(({ name, what }, i) => ({
    name,
    what,
    result: i < at ? 'passed' : i === at ? 'refused' : 'not reached',
  }))
}
