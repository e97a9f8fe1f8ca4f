/** Compares the printed copy with its document: the texts in our PDF, and its QR. */
import type { Finding } from './finding.ts'
import { shown } from './members.ts'
import type { VerifiedFacts } from './verify.ts'

/** The texts on the pages of a PDF. */
export interface PrintedPages {
  /** Every text, without spaces. */
  readonly text: string
  /** The modules of each QR, `x y w 1 re` and so on, from its corner. */
  readonly drawing: string
}

const ADDRESS_MAX = 200

/** The ministry's public page for a document, the target of the QR. */
export function consultaPublica({ ambiente, codigoGeneracion, fecEmi }: VerifiedFacts): string {
  return `https://admin.factura.gob.sv/consultaPublica?ambiente=${ambiente}&codGen=${codigoGeneracion}&fechaEmi=${fecEmi}`
}

/** `qrOf` draws the modules of an address like the printed copy; without it the QR is not checked. */
export function checkPrinted(
  pages: PrintedPages,
  facts: VerifiedFacts,
  qrOf?: (address: string) => string,
): readonly Finding[] {
  const findings: Finding[] = []
  const amount = facts.totalPagar?.toFixed(2).replaceAll(/(\d)(?=(\d{3})+\.)/g, '$1,')
  const wanted: readonly (readonly [what: string, text: string | null | undefined])[] = [
    ['el código de generación', facts.codigoGeneracion],
    ['el número de control', facts.numeroControl],
    ['el sello', facts.selloRecibido],
    ['el total', amount],
  ]
  for (const [what, text] of wanted) {
    if (text && !pages.text.includes(text)) {
      findings.push({
        code: 'printed_copy',
        message: `la copia impresa no dice ${what}: ${shown(text)}.`,
      })
    }
  }
  const address = consultaPublica(facts)
  // A longer address is of a document without its form, and does not fit into a QR.
  if (qrOf && (address.length > ADDRESS_MAX || !pages.drawing.includes(qrOf(address)))) {
    findings.push({ code: 'qr', message: 'el QR de la copia impresa no lleva a este documento.' })
  }
  return findings
}
