/**
 * Printed copies as texts (describe-pdf.ts): one of each sheet, and of what changes a page. `npm run goldens --
 * --update` writes them, and a person reviews them.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'
import { accentOf } from '../src/brand/brand.ts'
import type { Logo } from '../src/brand/logo.ts'
import type { PlainDocumento } from '../src/documento.ts'
import { createPrinter } from '../src/printer.ts'
import { describePdf } from './describe-pdf.ts'
import { DOCUMENTS, withLines } from './documents.ts'
import { DTE, INVALIDACION, RETORNOS } from './eventos.ts'
import { enContingencia, FACTURA_MINIMA, linea, SELLO, sealed } from './fixtures.ts'

export const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url))

export interface GoldenDeCopia {
  readonly name: string
  /** The file with the expected output. */
  readonly file: string
}

const printer = createPrinter()
const SEAL = { selloRecibido: SELLO, fhProcesamiento: '20/10/2026 11:12:15' }
const INVALIDADO = { codigoGeneracion: DTE, fhProcesamiento: '21/10/2026 08:00:00' }

const LOGO: Logo = {
  width: 40,
  height: 20,
  object: { kind: 'drawing', data: deflateSync('0 0 1 rg\n0 0 m\n40 20 l\n0 20 l\nf\n') },
}

const full = (name: string) => sealed(DOCUMENTS[name] as PlainDocumento)
const dePrueba = (documento: PlainDocumento): PlainDocumento => ({
  ...documento,
  identificacion: { ...documento.identificacion, ambiente: '00' },
})

const COPIES: Readonly<Record<string, () => Uint8Array>> = {
  '01': () => printer.letter(full('a full 01')),
  '03': () => printer.letter(full('a full 03')),
  '05': () => printer.letter(full('a full 05')),
  '11': () => printer.letter(full('a full 11')),
  '14': () => printer.letter(full('a full 14')),
  '01-apretada': () => printer.letter(sealed(withLines(FACTURA_MINIMA, 14, linea))),
  '01-contingencia-de-prueba': () => printer.letter(enContingencia(dePrueba(FACTURA_MINIMA))),
  '01-invalidada-con-marca': () =>
    printer.letter(
      { ...sealed(FACTURA_MINIMA), invalidado: INVALIDADO },
      { logo: LOGO, accent: accentOf('#b00020') },
    ),
  '01-de-dos-paginas': () => printer.letter(sealed(withLines(FACTURA_MINIMA, 22, linea))),
  'evento-invalidacion': () => printer.evento({ evento: INVALIDACION, ...SEAL }),
  'evento-retorno-11': () => printer.evento({ evento: RETORNOS['11'] ?? INVALIDACION, ...SEAL }),
  '01-rollo-58-mm': () => printer.ticket(full('a full 01'), 58),
  '05-rollo-80-mm': () => printer.ticket(full('a full 05'), 80),
}

export function listGoldensDeCopias(): GoldenDeCopia[] {
  return Object.keys(COPIES)
    .sort()
    .map((name) => ({ name, file: join(EXAMPLES, `${name}.txt`) }))
}

export function actualOfCopia({ name }: Pick<GoldenDeCopia, 'name'>): string {
  return describePdf((COPIES[name] as () => Uint8Array)())
}
