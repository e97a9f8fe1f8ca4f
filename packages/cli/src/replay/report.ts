/** What a replay found, for a program and for people: one entry for each rule on which the two disagree. */

import type { Recording } from './recording.ts'
import type { Found, Replayed, Skipped } from './replay.ts'

export interface Disagreement {
  /** The simulator's check that refused, else the code and field of the ministry's refusal; null: nobody refused. */
  readonly regla: string | null
  /** What that check asks. */
  readonly que: string | null
  readonly servicio: string
  readonly hacienda: string
  readonly simulador: string
  readonly veces: number
  readonly ejemplo: {
    readonly intercambio: string
    readonly tipo: string | null
    readonly numeroControl: string | null
    readonly campos: Found['differences']
  }
}

export interface Report {
  readonly intercambios: number
  readonly comparados: number
  readonly sinComparar: Readonly<Partial<Record<Skipped, number>>>
  /** Left out of the recording by the service. */
  readonly faltan: number
  readonly archivosCortados: readonly string[]
  readonly diferencias: readonly Disagreement[]
}

export function reportOf(recording: Recording, replayed: Replayed): Report {
  const groups = new Map<string, Found[]>()
  for (const one of replayed.found) {
    const key = keyOf(one)
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return {
    intercambios: recording.exchanges.length,
    comparados: replayed.compared,
    sinComparar: Object.fromEntries(replayed.skipped),
    faltan: recording.missed,
    archivosCortados: recording.torn,
    diferencias: [...groups.values()]
      .flatMap((group) => disagreementOf(group))
      .sort((a, b) => b.veces - a.veces),
  }
}

const REFUSED = /^RECHAZADO (.+)$/

/** Where both say the same in a word, the members that differ tell them apart. */
function keyOf({ exchange, rule, hacienda, simulador, differences }: Found): string {
  const members = hacienda === simulador ? differences.map(({ campo }) => campo) : []
  return JSON.stringify([rule?.name ?? exchange.path, hacienda, simulador, ...members])
}

function disagreementOf(group: readonly Found[]): readonly Disagreement[] {
  const [first] = group
  if (!first) return []
  const { exchange, paper, rule, hacienda, simulador, differences } = first
  return [
    {
      regla: rule?.name ?? REFUSED.exec(hacienda)?.[1] ?? null,
      que: rule?.what ?? null,
      servicio: exchange.path,
      hacienda,
      simulador,
      veces: group.length,
      ejemplo: {
        intercambio: exchange.where,
        tipo: paper?.tipo ?? null,
        numeroControl: paper?.numeroControl ?? null,
        campos: differences,
      },
    },
  ]
}

// biome-ignore format: a table
const REASONS: Readonly<Record<Skipped, string>> = {
  sinRespuesta: 'Hacienda no respondió',
  sesion:       'son de la sesión, que no se repite',
  firma:        'son de la firma, que no se graba',
  anterior:     'nombran algo de antes de la grabación',
  derivado:     'dependen de una diferencia ya dicha',
  enProceso:    'el lote estaba en proceso',
}

export function textOf(report: Report): string {
  const { intercambios, comparados, sinComparar, faltan, archivosCortados, diferencias } = report
  const count = diferencias.length
  return [
    `${intercambios} intercambios grabados, ${comparados} comparados.`,
    ...Object.entries(sinComparar).map(
      ([reason, times]) => `  ${times} sin comparar: ${REASONS[reason as Skipped]}`,
    ),
    ...(faltan > 0 ? [`  ${faltan} no se grabaron: puede haber diferencias por eso`] : []),
    ...archivosCortados.map((name) => `  ${name}: su última línea está cortada y no se usó`),
    ...diferencias.flatMap(linesOf),
    ...(count === 0 ? [] : ['']),
    count === 0
      ? 'El simulador responde lo mismo que Hacienda.'
      : `El simulador responde distinto en ${count} ${count === 1 ? 'regla' : 'reglas'}.`,
  ].join('\n')
}

function linesOf({ regla, que, servicio, hacienda, simulador, veces, ejemplo }: Disagreement) {
  const { intercambio, tipo, numeroControl, campos } = ejemplo
  const document = [tipo && `un ${tipo}`, numeroControl].filter(Boolean).join(' ')
  return [
    '',
    `${[regla, que].filter(Boolean).join(': ') || 'respuesta'}  (${servicio})`,
    `  ${veces} ${veces === 1 ? 'vez' : 'veces'}. Hacienda: ${hacienda}. Simulador: ${simulador}.`,
    `  Ejemplo: ${intercambio}${document && `, ${document}`}`,
    ...campos.map(({ campo, hacienda: theirs, simulador: ours }) => {
      return `    ${campo}: Hacienda ${JSON.stringify(theirs)}, simulador ${JSON.stringify(ours)}`
    }),
  ]
}
