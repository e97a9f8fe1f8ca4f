/**
 * The effects of sealed events and notes on documents: the notes and returns of each, its
 * replacement, and the documents that a contingency event lists. Only seals are recorded.
 */
import { detached } from '../json/parse.ts'
import type { Kept } from './kept.ts'

/** What a sealed return took of one document, in hundred-millionths, by kind of line. */
export type Tomado = ReadonlyMap<string, bigint>

/** The vouchers of a line, by their numbers. */
export interface Papel {
  readonly tipo: string
  /** Null: its ends are of two series. */
  readonly serie: string | null
  readonly desde: bigint
  readonly hasta: bigint
}

/** What a sealed event of special operations reported, or voided of an earlier one. */
export interface Reportado {
  readonly nit: string
  readonly ambiente: string
  readonly anula: boolean
  readonly papeles: readonly Papel[]
}

/** One sealed contingency event: the parts that its documents are checked against. */
export interface ContingenciaSellada {
  readonly tipoContingencia: bigint
  readonly motivo: string | null
  /** `YYYY-MM-DD HH:MM:SS`, local. */
  readonly inicio: string
  readonly fin: string
  /** Milliseconds since 1970. */
  readonly selladaEn: number
}

export interface Events {
  readonly recordNote: (note: string, origins: readonly string[]) => void
  readonly recordReturn: (evento: string, taken: ReadonlyMap<string, Tomado>) => void
  readonly recordReplacement: (replacement: string, replaced: string) => void
  readonly recordContingencia: (
    documents: readonly { readonly codigo: string; readonly tipo: string }[],
    contingencia: ContingenciaSellada,
  ) => void
  readonly recordPapers: (evento: string, reported: Reportado) => void
  /** By event, also invalidated ones; callers filter them. */
  readonly papersOf: (nit: string, ambiente: string) => ReadonlyMap<string, Reportado>
  /** The sealed notes of a document, invalidated ones included; callers filter them. */
  readonly notesOver: (codigo: string) => readonly string[]
  /** The sealed return events of a document, with what each took. */
  readonly returnsOver: (codigo: string) => ReadonlyMap<string, Tomado>
  /** The document that it already replaces, or null. */
  readonly replacedBy: (replacement: string) => string | null
  readonly contingenciaOf: (codigo: string, tipo: string) => ContingenciaSellada | null
  readonly kept: Kept
}

export function createEvents(): Events {
  const notes = new Map<string, string[]>()
  const returns = new Map<string, Map<string, Tomado>>()
  const replacements = new Map<string, string>()
  const contingencias = new Map<string, ContingenciaSellada>()
  const papers = new Map<string, Reportado>()
  const none: ReadonlyMap<string, Tomado> = new Map()
  return {
    kept: { notes, returns, replacements, contingencias, papers },
    recordNote: (note, origins) => {
      for (const origin of origins) {
        const known = notes.get(origin)
        if (known) known.push(detached(note))
        else notes.set(detached(origin), [detached(note)])
      }
    },
    recordReturn: (evento, taken) => {
      for (const [origin, tomado] of taken) {
        const own = new Map([...tomado].map(([key, amount]) => [detached(key), amount]))
        const known = returns.get(origin) ?? new Map<string, Tomado>()
        known.set(detached(evento), own)
        returns.set(detached(origin), known)
      }
    },
    recordReplacement: (replacement, replaced) => {
      replacements.set(detached(replacement), detached(replaced))
    },
    recordContingencia: (documents, contingencia) => {
      const motivo = contingencia.motivo === null ? null : detached(contingencia.motivo)
      const kept = { ...contingencia, motivo }
      for (const { codigo, tipo } of documents) contingencias.set(`${tipo} ${codigo}`, kept)
    },
    recordPapers: (evento, { nit, ambiente, anula, papeles }) => {
      const own = papeles.map((papel) => ({
        ...papel,
        tipo: detached(papel.tipo),
        serie: papel.serie === null ? null : detached(papel.serie),
      }))
      const whose = { nit: detached(nit), ambiente: detached(ambiente) }
      papers.set(detached(evento), { ...whose, anula, papeles: own })
    },
    papersOf: (nit, ambiente) =>
      new Map([...papers].filter(([, one]) => one.nit === nit && one.ambiente === ambiente)),
    notesOver: (codigo) => notes.get(codigo) ?? [],
    returnsOver: (codigo) => returns.get(codigo) ?? none,
    replacedBy: (replacement) => replacements.get(replacement) ?? null,
    contingenciaOf: (codigo, tipo) => contingencias.get(`${tipo} ${codigo}`) ?? null,
  }
}
