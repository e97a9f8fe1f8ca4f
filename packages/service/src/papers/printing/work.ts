/**
 * Renders from signed documents. Pure, with the same result in the worker thread and in the service's, which takes
 * over when the worker is lost (papers/printing/printer.ts).
 */
import { explain, readDocumento } from '@sello/fiscal'
import {
  accentOf,
  type Brand,
  createPrinter,
  type Invalidado,
  LogoRefused,
  readLogo,
} from '@sello/paper'
import type { StoredBrand } from '../../ledger/companies/brands.ts'
import { sealedBody, type ToAnswer } from '../../ledger/documents/sealed-body.ts'

/** The ministry's answer about a document. */
export interface Verdict {
  readonly selloRecibido: string | null
  readonly fhProcesamiento: string | null
}

/** A signed document, by its bytes. */
export interface Sheet extends Verdict {
  readonly payload: string
  /** The sealed event that cancelled the document; absent or null: it is not cancelled. */
  readonly invalidado?: Invalidado | null
  /** The company's look; absent or null: the default. */
  readonly brand?: Brand | null
}

/** The printable data of a decided document. */
export function sheetOf(payload: string, { selloRecibido, fhProcesamiento }: Verdict): Sheet {
  return { payload, selloRecibido, fhProcesamiento }
}

export interface Roll extends Sheet {
  readonly paperWidthMm: number
}

export interface Shown extends Sheet {
  readonly logo: string
}

interface Answering extends ToAnswer {
  readonly brand?: Brand | null
}

export interface Work {
  /** The PDF of letter size. */
  letter(sheet: Sheet): Uint8Array
  /** The body of a sealed answer, with its printed copy. */
  answer(answering: Answering): Uint8Array
  /** The letter for a screen: a page each, as SVG, with the company's logo at this address. */
  screens(shown: Shown): string[]
  /** The page of a signed event. */
  evento(sheet: Sheet): Uint8Array
  /** The PDF for a roll of paper. */
  ticket(roll: Roll): Uint8Array
  /** JSON text: how each total of the document was computed. */
  explicacion(payload: string): string
  /** Why a logo cannot be printed; null: it can. */
  logo(file: Uint8Array): { readonly refused: string | null }
  /** Turns a stored look into the one for rendering. */
  brand(stored: Pick<StoredBrand, 'logo' | 'accent'>): Brand
}

/** Prepares the fonts, which takes some milliseconds. */
export function createWork(): Work {
  const paper = createPrinter()
  const letter = ({ payload, brand = null, ...said }: Sheet) =>
    paper.letter({ documento: JSON.parse(payload), ...said }, brand)
  return {
    letter,
    answer: ({ brand = null, ...told }) =>
      sealedBody(told, letter({ ...sheetOf(told.firmado.payload, told.outcome), brand })),
    screens: ({ payload, brand = null, logo, ...said }) =>
      paper.screens({ documento: JSON.parse(payload), ...said }, brand, logo),
    evento: ({ payload, brand: _, ...said }) =>
      paper.evento({ evento: JSON.parse(payload), ...said }),
    ticket: ({ payload, paperWidthMm, ...said }) =>
      paper.ticket({ documento: JSON.parse(payload), ...said }, paperWidthMm),
    logo: (file) => ({ refused: refusalOf(file) }),
    brand: ({ logo, accent }) => ({
      logo: logo && preparedLogo(logo),
      accent: accent === null ? null : accentOf(accent),
    }),
    explicacion: (payload) => JSON.stringify(explain(readDocumento(payload))),
  }
}

function refusalOf(file: Uint8Array): string | null {
  try {
    readLogo(file)
    return null
  } catch (error) {
    if (error instanceof LogoRefused) return error.message
    throw error
  }
}

/** The logo was checked when it was stored. If a later version refuses it, the copy is rendered without it. */
function preparedLogo(logo: Uint8Array): Brand['logo'] {
  try {
    return readLogo(logo)
  } catch (error) {
    if (error instanceof LogoRefused) return null
    throw error
  }
}
