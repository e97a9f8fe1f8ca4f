/** Corrections of a sealed document: invalidation and return. */
import type { InvalidationRequest, ReturnRequest } from '@sello/client'
import { type Command, Option } from 'commander'
import { settleArchive } from '../calling/archive-settle.ts'
import { type CallingOptions, callingOptions, connect } from '../calling/connect.ts'
import { dollars } from '../calling/grid.ts'
import { personOf } from '../calling/person.ts'
import { command, onRun, required } from '../command.ts'
import { usage } from '../exit.ts'
import { columns, type Io } from '../io.ts'

type Person = InvalidationRequest['responsable']

interface InvalidateOptions extends CallingOptions {
  readonly tipoAnulacion: '1' | '2' | '3'
  readonly motivo?: string
  readonly reemplazo?: string
  readonly responsable: Person
  readonly solicita?: Person
  readonly idempotencyKey?: string
}

const CODE = '<codigoGeneracion>'
const KEY = '--idempotency-key <texto>'

export function invalidate(io: Io): Command {
  const made = callingOptions(
    command(io, 'invalidate', 'invalida un documento sellado, o una devolución')
      .usage(`${CODE} [opciones]`)
      .argument(CODE)
      .addOption(
        required('--invalidation-type <tipo>', '1 error, 2 rescisión, 3 otro').choices([
          '1',
          '2',
          '3',
        ]),
      )
      .addOption(
        required('--responsible <nombre,documento>', 'quién responde ante Hacienda').argParser(
          personOf,
        ),
      )
      .addOption(
        new Option(
          '--requested-by <nombre,documento>',
          'quién lo pidió (si falta: el responsable)',
        ).argParser(personOf),
      )
      .option('--reason <texto>', 'por qué; obligatorio con 1 y 3')
      .option('--replacement <codigoGeneracion>', 'el documento que lo reemplaza')
      .option(KEY, 'la clave de la operación'),
  )
  return onRun<InvalidateOptions>(made, io, async (options) => {
    const { tipoAnulacion, motivo, reemplazo, responsable, idempotencyKey } = options
    const request = {
      tipoAnulacion: Number(tipoAnulacion) as InvalidationRequest['tipoAnulacion'],
      ...(motivo === undefined ? {} : { motivo }),
      ...(reemplazo === undefined ? {} : { codigoGeneracionReemplazo: reemplazo }),
      responsable,
      solicita: options.solicita ?? responsable,
    }
    const { sello, signal } = await connect(io, options)
    const answer = await sello.invalidate(made.args[0] ?? '', request, { signal, idempotencyKey })
    await settleArchive(io, sello)
    const event = 'evento' in answer ? answer.evento : null
    const text = columns([
      ['estado', event ? answer.estado : `${answer.estado} (ya lo estaba: no se envió nada)`],
      ['codigoGeneracion', answer.codigoGeneracion],
      ...(event ? [['sello del evento', event.selloRecibido] as const] : []),
    ])
    return { json: answer, text }
  })
}

interface ReturnOptions extends CallingOptions {
  readonly linea?: ReturnRequest['items']
  readonly noGravado?: ReturnRequest['items']
  readonly fechaEvento?: string
  readonly idempotencyKey?: string
}

type ItemRetorno = ReturnRequest['items'][number]

export function returnEvent(io: Io): Command {
  const made = callingOptions(
    command(io, 'return', 'registra lo que devuelven de un documento 01, 11 o 14')
      .usage(`${CODE} --line 1=2 [opciones]`)
      .argument(CODE)
      .addOption(
        new Option('--line <línea=cantidad>', 'cuánto vuelve de una línea; se repite').argParser(
          collect('cantidad'),
        ),
      )
      .addOption(
        new Option('--untaxed <línea=monto>', 'cuánto vuelve de un cargo').argParser(
          collect('noGravado'),
        ),
      )
      .option('--event-date <fecha>', 'AAAA-MM-DD (si falta: hoy)')
      .option(KEY, 'la clave de la operación'),
  )
  return onRun<ReturnOptions>(made, io, async (options) => {
    const { linea = [], noGravado = [], fechaEvento, idempotencyKey } = options
    const items = [...linea, ...noGravado]
    if (items.length === 0) usage('Falta qué vuelve: --line 1=2.')
    const request: ReturnRequest = { items, ...(fechaEvento === undefined ? {} : { fechaEvento }) }
    const { sello, signal } = await connect(io, options)
    const answer = await sello.return(made.args[0] ?? '', request, { signal, idempotencyKey })
    await settleArchive(io, sello)
    const text = columns([
      ['estado', answer.estado],
      ['evento', answer.codigoGeneracion],
      ['devuelto', `$${dollars(answer.totales.totalPagar)}`],
      ...('selloRecibido' in answer ? [['selloRecibido', answer.selloRecibido] as const] : []),
      ...('detalle' in answer ? [['detalle', answer.detalle] as const] : []),
    ])
    return { json: answer, text }
  })
}

/** `1=2.5` is two and a half of the first line. */
function collect(form: 'cantidad' | 'noGravado') {
  return (text: string, before: readonly ItemRetorno[] = []): readonly ItemRetorno[] => {
    const [, linea, amount] = /^(\d{1,4})=(-?\d+(?:\.\d{1,8})?)$/.exec(text) ?? []
    if (linea === undefined) usage(`"${text}" no es línea=número, como 1=2.`)
    return [...before, { linea: Number(linea), [form]: Number(amount) } as ItemRetorno]
  }
}
