/**
 * The examples of the events, under `examples/eventos`: an invalidation of an example document, returns of one in
 * parts, a contingency. A part `"resto"` returns everything left.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildDocumento,
  buildInvalidacion,
  buildOperaciones,
  buildRetorno,
  type Documento,
  EVENTOS,
  type EventoDef,
  type InvalidacionRequest,
  type ItemRetornoRequest,
  type Operaciones,
  type OperacionesInput,
  type Retornable,
  type Retorno,
  type RetornoPrevio,
  serialiseInvalidacion,
  serialiseRetorno,
} from '../src/index.ts'
import { restOf } from './arbitraries-retorno.ts'
import { EMISOR, inputOf } from './fixtures.ts'
import { EXAMPLES, FOLDER_OF_EVENTOS, listGoldens } from './goldens.ts'

export interface GoldenDeEvento {
  /** `eventos/retorno/01-descuentos`. */
  readonly name: string
  readonly kind: string
  readonly file: string
  /** The path of the expected output below the examples. */
  readonly output: string
  readonly given: unknown
}

const REQUEST = '.request.json'

export function listGoldensDeEventos(): GoldenDeEvento[] {
  return readdirSync(join(EXAMPLES, FOLDER_OF_EVENTOS), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(REQUEST))
    .sort()
    .map((path) => {
      const below = path.slice(0, -REQUEST.length).replaceAll('\\', '/')
      const name = `${FOLDER_OF_EVENTOS}/${below}`
      const output = `${name}.${name.includes('/rejected/') ? 'problems' : 'evento'}.json`
      return {
        name,
        kind: below.split('/', 1)[0] ?? '',
        file: join(EXAMPLES, output),
        output,
        given: JSON.parse(readFileSync(join(EXAMPLES, FOLDER_OF_EVENTOS, path), 'utf8')),
      }
    })
}

/** The current output of a golden: the event or events, or the problems. */
export function actualOfEvento({ kind, given, name }: GoldenDeEvento): string {
  const eventos: Readonly<Record<string, EventoDef>> = EVENTOS
  const evento = eventos[kind]
  if (!evento) throw new Error(`there is no event ${kind}: ${name}`)
  const value = NAMING[kind]?.(given as never) ?? builtOf(evento, given as object)
  return `${JSON.stringify(value, null, 2)}\n`
}

/** The event of an example, which is its input but for what all events take. */
function builtOf({ build, serialise }: EventoDef, given: object) {
  const { evento, problems } = build({ ...COMUN, ...given } as never)
  return problems.length > 0 ? problems : JSON.parse(serialise(evento))
}

const COMUN = {
  emisor: EMISOR,
  nit: EMISOR.nit,
  establecimiento: { codEstable: EMISOR.codEstable, codPuntoVenta: EMISOR.codPuntoVenta },
  ambiente: '00' as const,
  codigoGeneracion: '000000A9-0000-4000-8000-0000000000A9',
  fecEmi: '2026-10-05',
  horEmi: '14:00:00',
  transmision: { fecha: '2026-10-05', hora: '14:00:00' },
}

export const SELLO = '2026A1B2C3D4E5F60718293A4B5C6D7E8F901234'

/** Events whose examples name another example. */
const NAMING: Readonly<Record<string, (given: never) => unknown>> = {
  invalidacion: (given: { target: string; request: InvalidacionRequest }) => {
    const { evento, problems } = buildInvalidacion({
      request: given.request,
      target: {
        documento: targetOf(given.target),
        selloRecibido: SELLO,
        fechaSello: '2026-10-05',
      },
      emisor: EMISOR,
      ambiente: '00',
      codigoGeneracion: '000000A7-0000-4000-8000-0000000000A7',
      fecEmi: '2026-10-06',
      horEmi: '09:00:00',
    })
    return problems.length > 0 ? problems : JSON.parse(serialiseInvalidacion(evento))
  },
  retorno: (given: Partes) => {
    const { previos, wrong } = returnsOf(given)
    return wrong ?? previos.map(({ evento }) => JSON.parse(serialiseRetorno(evento)))
  },
}

interface Partes {
  readonly original: string
  readonly partes: readonly (ItemRetornoRequest[] | 'resto')[]
}

function returnsOf({ original, partes }: Partes) {
  const documento = documentoOf(original) as Retornable
  const previos: RetornoPrevio[] = []
  for (const [n, part] of partes.entries()) {
    const items = part === 'resto' ? (restOf(documento, previos) ?? []) : part
    const code = `A${(10 + n).toString(16).toUpperCase()}`
    const { evento, problems, excesos } = buildRetorno({
      request: { items },
      original: documento,
      previos,
      emisor: EMISOR,
      ambiente: '00',
      codigoGeneracion: `000000${code}-0000-4000-8000-0000000000${code}`,
      fecEmi: '2026-10-20',
      horEmi: '11:00:00',
    })
    if (!evento) return { previos, wrong: { problems, excesos } }
    previos.push({ evento, lineas: items.map(({ linea }) => ({ linea })) })
  }
  return { previos, wrong: null }
}

function documentoOf(name: string): Documento {
  const golden = listGoldens().find((one) => one.name === name)
  if (!golden) throw new Error(`there is no example ${name}`)
  return buildDocumento(inputOf(golden.request)).documento
}

function targetOf(name: string): Documento | Retorno | Operaciones {
  if (!name.startsWith(FOLDER_OF_EVENTOS)) return documentoOf(name)
  const golden = listGoldensDeEventos().find((one) => one.name === name)
  const evento =
    golden?.kind === 'operaciones'
      ? buildOperaciones({ ...COMUN, ...(golden.given as Pick<OperacionesInput, 'request'>) })
          .evento
      : golden && returnsOf(golden.given as Partes).previos[0]?.evento
  if (!evento) throw new Error(`there is no example ${name}`)
  return evento
}
