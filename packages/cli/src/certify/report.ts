/** What a certification came to: for the person who compares it with the issuers' site, and for a program. */
import {
  contarTipo,
  type DocumentosContados,
  EVENTOS_CERTIFICACION,
  type EventoCertificacion,
  isCertificada,
} from '@sello/contract'
import { TIPOS } from '@sello/fiscal'
import type { Desk, Failure } from './desk.ts'
import { sizeOf } from './documents.ts'
import type { EventCounts } from './events.ts'
import { type Row, seriesOf, slotOf } from './slots.ts'

export interface Report {
  readonly campana: string
  readonly nit: string
  readonly completa: boolean
  readonly tipos: readonly TypeLine[]
  readonly eventos: readonly EventLine[]
  readonly faltas: readonly Failure[]
}

interface TypeLine {
  readonly tipoDte: string
  readonly nombre: string
  readonly meta: number
  readonly sellados: number
  /** Of these, how many this certification did not make. */
  readonly aparte: number
  readonly enEspera: number
  readonly documentos: readonly {
    codigoGeneracion: string
    numeroControl: string
    selloRecibido: string
  }[]
}

interface EventLine {
  readonly evento: EventoCertificacion
  readonly meta: number
  readonly sellados: number
}

export function reportOf(desk: Desk, nit: string, events: EventCounts): Report {
  const counted = countedOf(desk)
  const tipos = desk.types.map((tipoDte) => lineOf(desk, counted, tipoDte))
  const eventos = EVENTOS_CERTIFICACION.map((evento) => ({
    evento,
    meta: desk.goals.get(evento) ?? 0,
    sellados: events[evento],
  }))
  const completa = isCertificada([...tipos, ...eventos])
  return { campana: desk.campaign, nit, completa, tipos, eventos, faltas: desk.failures }
}

function countedOf({ inventory, campaign }: Desk): readonly DocumentosContados[] {
  const made = [...inventory.made.values()].map(({ tipoDte, estado, referencia }) => ({
    ...{ tipoDte, estado, serie: slotOf(campaign, referencia)?.serie ?? null },
    n: 1,
  }))
  const others = [...inventory.others].map(([tipoDte, n]) => ({
    ...{ tipoDte, estado: 'sellado', serie: null },
    n,
  }))
  return [...made, ...others]
}

function lineOf(
  desk: Desk,
  counted: readonly DocumentosContados[],
  tipoDte: Desk['types'][number],
): TypeLine {
  const { inventory, campaign } = desk
  const series = tipoDte === '01' ? (['01', 'contingencia'] as const) : ([tipoDte] as const)
  const made = series.flatMap((serie) => seriesOf(inventory, campaign, serie))
  return {
    tipoDte,
    nombre: TIPOS[tipoDte].palabras.nombre,
    meta: desk.goals.get(tipoDte) ?? 0,
    ...contarTipo(counted, tipoDte),
    documentos: made.filter(({ estado }) => estado === 'sellado').map(documentoOf),
  }
}

const documentoOf = ({ codigoGeneracion, numeroControl, selloRecibido }: Row) => ({
  ...{ codigoGeneracion, numeroControl },
  selloRecibido: selloRecibido ?? '',
})

/** How many documents are still to be made, for the progress. */
export const leftOf = (desk: Desk, series: readonly Parameters<typeof sizeOf>[1][]): number =>
  series.reduce(
    (sum, serie) =>
      sum +
      Math.max(0, sizeOf(desk, serie) - seriesOf(desk.inventory, desk.campaign, serie).length),
    0,
  )

const NOMBRES: Readonly<Record<EventoCertificacion, string>> = {
  contingencia: 'Evento de contingencia',
  retorno: 'Evento de retorno',
  invalidacion: 'Invalidación',
}

/** What failed for one reason is one line. */
function together(faltas: readonly Failure[]): readonly string[] {
  const times = new Map<string, number>()
  for (const { serie, motivo } of faltas) {
    const line = `${serie}: ${motivo}`
    times.set(line, (times.get(line) ?? 0) + 1)
  }
  return [...times].map(([line, count]) => (count === 1 ? line : `${line} (${count} veces)`))
}

/** The same for a terminal. */
export function textOf({ tipos, eventos, faltas, completa }: Report): string {
  const rows = [
    ...tipos.map(({ tipoDte, nombre, ...of }) => [`${tipoDte} ${nombre}`, of] as const),
    ...eventos.map(
      ({ evento, ...of }) => [NOMBRES[evento], { aparte: 0, enEspera: 0, ...of }] as const,
    ),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, { meta, sellados, aparte, enEspera }]) => {
    const more = [
      aparte > 0 ? `${aparte} hechos aparte` : null,
      enEspera > 0 ? `${enEspera} en espera` : null,
      sellados < meta ? `faltan ${meta - sellados}` : null,
    ].filter((one) => one !== null)
    const count = `${String(sellados).padStart(4)} de ${String(meta).padStart(3)}`
    return `  ${name.padEnd(width)}  ${count}${more.length > 0 ? `  ${more.join(', ')}` : ''}`
  })
  return [
    completa ? 'Está todo sellado.' : 'Falta una parte.',
    ...lines,
    ...together(faltas).map((line) => `  ! ${line}`),
    'Compare con su avance en el portal de Hacienda, que es el que cuenta.',
  ].join('\n')
}

export function markdownOf(report: Report): string {
  const { campana, nit, tipos, eventos, faltas } = report
  const counts = [
    ...tipos.map(({ tipoDte, nombre, meta, sellados, aparte, enEspera }) => [
      ...[`${tipoDte} ${nombre}`, meta, sellados, aparte, enEspera],
    ]),
    ...eventos.map(({ evento, meta, sellados }) => [NOMBRES[evento], meta, sellados, 0, 0]),
  ]
  return [
    `# Certificación ${campana}, NIT ${nit}`,
    '',
    '| | Meta | Sellados | Hechos aparte | En espera |',
    '|---|---:|---:|---:|---:|',
    ...counts.map((row) => `| ${row.join(' | ')} |`),
    ...(faltas.length === 0 ? [] : ['', '## Lo que no se pudo', '']),
    ...together(faltas).map((line) => `- ${line}`),
    ...tipos.flatMap(({ tipoDte, nombre, documentos }) => [
      ...[
        '',
        `## ${tipoDte} ${nombre}`,
        '',
        '| Número de control | Código | Sello |',
        '|---|---|---|',
      ],
      ...documentos.map(
        ({ numeroControl, codigoGeneracion, selloRecibido }) =>
          `| ${numeroControl} | ${codigoGeneracion} | ${selloRecibido} |`,
      ),
    ]),
    '',
  ].join('\n')
}
