/** A request of each type with every text member that people fill in, and random texts for them. */
import type { Dice } from '../crash/dice.ts'
import { CONTRIBUYENTE, sealed } from '../notas.ts'
import type { World } from '../world.ts'

type Json = Record<string, unknown>

export interface Base {
  readonly body: Json
  /** Of the members with free text. */
  readonly paths: readonly string[]
}

const EVERYWHERE = [
  'items[0].descripcion',
  'items[0].codigo',
  'observaciones',
  'apendice[0].campo',
  'apendice[0].etiqueta',
  'apendice[0].valor',
]
const OTROS = ['otrosDocumentos[0].descDocumento', 'otrosDocumentos[0].detalleDocumento']
const RECEPTOR = ['receptor.nombre', 'receptor.direccion.complemento']

const common = (precioUni: number): Json => ({
  items: [{ descripcion: 'Café', codigo: 'C1', cantidad: 1, precioUni }],
  observaciones: 'Ninguna',
  apendice: [{ campo: 'pedido', etiqueta: 'Pedido', valor: '1' }],
})
const otrosDocumentos = [
  { codDocAsociado: 1, descDocumento: 'Orden', detalleDocumento: 'Número 1' },
]
const { direccion } = CONTRIBUYENTE

/** Over a document of this world, which the notes are about. */
export async function basesOf(world: World): Promise<readonly Base[]> {
  const codigoGeneracion = await sealed(world, {
    items: [{ descripcion: 'Mucho', cantidad: 1, precioUni: 80_000 }],
  })
  const note = (tipoDte: string): Base => ({
    body: { tipoDte, documentosRelacionados: [{ codigoGeneracion }], ...common(0.05) },
    paths: EVERYWHERE,
  })
  return [
    {
      body: {
        tipoDte: '01',
        receptor: { nombre: 'Ana', tipoDocumento: '37', numDocumento: 'A1', direccion },
        otrosDocumentos,
        ...common(10),
      },
      paths: [...EVERYWHERE, ...OTROS, ...RECEPTOR],
    },
    {
      body: {
        tipoDte: '03',
        receptor: { ...CONTRIBUYENTE, nombreComercial: 'La Compradora' },
        otrosDocumentos,
        ...common(10),
      },
      paths: [
        ...EVERYWHERE,
        ...OTROS,
        ...RECEPTOR,
        'receptor.nombreComercial',
        'receptor.descActividad',
      ],
    },
    note('05'),
    note('06'),
    {
      body: {
        tipoDte: '11',
        receptor: {
          nombre: 'Importer',
          numDocumento: 'X-1',
          codPais: '9450',
          complemento: '1 Main Street',
          tipoPersona: 2,
          descActividad: 'Retail',
          correo: 'buyer@example.com',
        },
        exportacion: { tipoItemExpor: 2 },
        ...common(10),
      },
      paths: [...EVERYWHERE, 'receptor.nombre', 'receptor.complemento', 'receptor.descActividad'],
    },
    {
      body: {
        tipoDte: '14',
        receptor: { nombre: 'Vendedor', tipoDocumento: '37', numDocumento: 'V1', direccion },
        ...common(10),
      },
      paths: [...EVERYWHERE, ...RECEPTOR],
    },
  ]
}

/** The body with these texts instead. */
export function withTexts(body: Json, texts: ReadonlyMap<string, string>): Json {
  const copy = structuredClone(body)
  for (const [path, text] of texts) {
    const names = path.split(/\.|\[|\]\.?/).filter((name) => name !== '')
    const last = names.pop() ?? ''
    const parent = names.reduce((at, name) => (at as Json)[name] as Json, copy)
    parent[last] = text
  }
  return copy
}

/** First and last code points of the text's parts; the third number is the weight. */
// biome-ignore format: a table
const RANGES: readonly (readonly [first: number, last: number, weight: number])[] = [
  [0x20,    0x7e,     6], [0xa0,    0x24f,    3], [0x250,   0x52f,   2], [0x590,  0x6ff,  2], [0x900,  0xe7f, 2],
  [0x1e00,  0x1fff,   1], [0x2000,  0x2bff,   1], [0x3000,  0x30ff,  2], [0x4e00, 0x9fff, 2], [0xac00, 0xd7a3, 2],
  [0xe000,  0xf8ff,   1], [0xf900,  0xffff,   1], [0x1f300, 0x1faff, 2], [0x10000, 0x10ffff, 1],
]
/** Characters that are refused, join, or have several encodings. */
const ODD = [
  '\0',
  '\u202e',
  '\u200d',
  '\ufeff',
  '\ud800',
  'e\u0301',
  '\ufb01',
  '\u00a0',
  '\t',
  '\r\n',
  '👩‍👩‍👧',
  '🇸🇻',
  '\u2028',
]

export function anyText(dice: Dice, isPlain: boolean): string {
  const ranges = RANGES.flatMap((range) => Array(range[2]).fill(range) as (typeof RANGES)[number][])
  // Most texts are of one script, as people's are.
  const own = dice.between(0, 2) > 0 ? [dice.pick(ranges)] : ranges
  const letters = Array.from({ length: dice.between(1, dice.pick([3, 12, 25, 60])) }, () => {
    if (!isPlain && dice.between(0, 60) === 0) return dice.pick(ODD)
    const [first, last] = dice.pick(own)
    return dice.between(0, 7) === 0 ? ' ' : String.fromCodePoint(dice.between(first, last))
  })
  const text = letters.join('')
  // A plain one may be transmitted: nothing in it is refused.
  return isPlain ? `7${text.replaceAll(REFUSED, '')}` : text
}

const REFUSED = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{DI}\p{Bidi_C}\p{NChar}\ufff9-\ufffb]/gu
