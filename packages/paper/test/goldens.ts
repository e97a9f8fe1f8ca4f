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
import { describeObjects, describePdf } from './describe-pdf.ts'
import { DOCUMENTS, withLines } from './documents.ts'
import { ANULACION, DTE, INVALIDACION, OPERACIONES, RETORNOS } from './eventos.ts'
import { enContingencia, FACTURA_LLENA, FACTURA_MINIMA, linea, SELLO, sealed } from './fixtures.ts'

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

const IMAGE: Logo = {
  width: 2,
  height: 1,
  object: {
    kind: 'image',
    entries: '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode',
    data: deflateSync(Buffer.from([1, 2, 3, 4, 5, 6])),
    mask: deflateSync(Buffer.from([255, 128])),
  },
}

/** The smallest letters, the widest columns, and what goes below them because there is no room beside. */
const MOST = 99_999_999_999.99
const LARGEST: PlainDocumento = {
  ...FACTURA_LLENA,
  emisor: { ...FACTURA_LLENA.emisor, nombre: 'Sociedad Ficticia de Ejemplo '.repeat(7).trim() },
  cuerpoDocumento: [
    linea(1, { precioUni: MOST, montoDescu: MOST, noGravado: -MOST, ventaGravada: MOST }),
    linea(2, { ventaNoSuj: MOST, ventaExenta: MOST, descripcion: 'Palabras '.repeat(40) }),
  ],
  resumen: {
    ...FACTURA_LLENA.resumen,
    totalGravada: MOST,
    pagos: Array.from({ length: 9 }, (_, n) => ({
      ...{ codigo: '05', montoPago: n + 0.5, referencia: `REF-${n}`, plazo: null, periodo: null },
    })),
    observaciones: 'Condiciones generales de venta. '.repeat(24).trim(),
  },
}

/** Letters that are shaped, stacked, joined or drawn from right to left, in both weights. */
const FOREIGN: PlainDocumento = {
  ...FACTURA_MINIMA,
  emisor: { ...FACTURA_MINIMA.emisor, nombre: 'Łódź 東京 Ελλάς العربية' },
  cuerpoDocumento: [
    'Việt Nam, x̄ and ǖ',
    'Московская ёлка',
    '北京科技有限公司 第一号',
    '서울 커피',
    'กาแฟไทยคั่วบด',
    'कॉफी बीन्स',
    'taza ☕ 👍🏽 👨‍👩‍👧‍👦 🇸🇻',
    'شركة القهوة (2027)، ABC',
    'בית קפה 123 (אבג)',
    'sin glifo: 𓀀',
  ].map((descripcion, n) => linea(n + 1, { descripcion })),
}

const full = (name: string) => sealed(DOCUMENTS[name] as PlainDocumento)
const dePrueba = (documento: PlainDocumento): PlainDocumento => ({
  ...documento,
  identificacion: { ...documento.identificacion, ambiente: '00' },
})

const COPIES: Readonly<Record<string, () => Uint8Array>> = {
  '01-lo-mayor': () => printer.letter(sealed(LARGEST)),
  '01-otras-escrituras': () => printer.letter(sealed(FOREIGN)),
  '01': () => printer.letter(full('a full 01')),
  '03': () => printer.letter(full('a full 03')),
  '04': () => printer.letter(full('a full 04')),
  '05': () => printer.letter(full('a full 05')),
  '07': () => printer.letter(full('a full 07')),
  '08': () => printer.letter(full('a full 08')),
  '09': () => printer.letter(full('a full 09')),
  '11': () => printer.letter(full('a full 11')),
  '14': () => printer.letter(full('a full 14')),
  '15': () => printer.letter(full('a full 15')),
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
  'evento-operaciones': () => printer.evento({ evento: OPERACIONES, ...SEAL }),
  'evento-operaciones-anulacion': () =>
    printer.evento({ evento: ANULACION, ...SEAL, invalidado: INVALIDADO }),
  '01-rollo-58-mm': () => printer.ticket(full('a full 01'), 58),
  '01-rollo-otras-escrituras': () => printer.ticket(enContingencia(FOREIGN), 80),
  '04-rollo-80-mm': () => printer.ticket(full('a full 04'), 80),
  '08-rollo-80-mm': () => printer.ticket(full('a full 08'), 80),
  '09-rollo-80-mm': () => printer.ticket(full('a full 09'), 80),
  '15-rollo-80-mm': () => printer.ticket(full('a full 15'), 80),
  '07-rollo-80-mm': () => printer.ticket(full('a full 07'), 80),
  '05-rollo-80-mm': () => printer.ticket(full('a full 05'), 80),
}

/** The objects of a file that has all kinds of fonts, and a picture with a mask. */
const OBJECTS: Readonly<Record<string, () => Uint8Array>> = {
  'objetos-de-un-archivo': () => printer.letter(sealed(FOREIGN), { logo: IMAGE, accent: null }),
  'objetos-con-un-trazado': () =>
    printer.letter(sealed(FACTURA_MINIMA), { logo: LOGO, accent: null }),
}

export function listGoldensDeCopias(): GoldenDeCopia[] {
  return Object.keys({ ...COPIES, ...OBJECTS })
    .sort()
    .map((name) => ({ name, file: join(EXAMPLES, `${name}.txt`) }))
}

export function actualOfCopia({ name }: Pick<GoldenDeCopia, 'name'>): string {
  const objects = OBJECTS[name]
  return objects ? describeObjects(objects()) : describePdf((COPIES[name] as () => Uint8Array)())
}
