import { type Ambiente, ARCHIVOS_DEL_MES, type Books } from '@sello/contract'
import { type Command, Option } from 'commander'
import { writeWhole } from '../calling/files.ts'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import { usage } from '../exit.ts'
import { columns, type Io } from '../io.ts'
import { AMBIENTE_DEFAULT, ambiente, dataDir, nit, wholeNumber } from '../values.ts'

const DICHOS = ['operacion', 'ingreso', 'clasificacion', 'sector', 'tipo'] as const
type Archivo = (typeof ARCHIVOS_DEL_MES)[number]

interface Options extends Common, Partial<Record<(typeof DICHOS)[number], number>> {
  readonly nit: string
  readonly ambiente?: Ambiente
  readonly dataDir?: string
  readonly archivo?: Archivo
  readonly out?: string
}

export function books(io: Io): Command {
  const made = command(io, 'books', 'los libros de IVA de un mes, y los anexos del F-07')
    .usage('<mes> [opciones]')
    .argument('<mes>', 'el mes, p. ej. 2026-12')
    .addOption(nit())
    .addOption(ambiente())
    .addOption(dataDir('.sello'))
    .addOption(
      new Option('--export <cuál>', 'escribe un libro o un anexo como CSV').choices(
        ARCHIVOS_DEL_MES,
      ),
    )
    .option('--out <ruta>', 'dónde se guarda el archivo (si falta: aquí, con su nombre)')
  for (const name of DICHOS) {
    const flag = FLAG[name]
    made.option(`${flag} <número>`, HELP[name], (text) => wholeNumber(flag, text, 13))
  }
  made.addHelpText('after', '\nCon --json salen todas las filas; sin él, los totales y los avisos.')
  return onRun<Options>(made, io, async (options) => {
    const [mes = ''] = made.args
    const { archivo } = options
    if (archivo !== undefined) return writeFile(io, options, { mes, archivo })
    for (const name of ['out', ...DICHOS] as const) {
      if (options[name] !== undefined) usage(`${FLAG[name]}: va con --export, que dice cuál.`)
    }
    return show(io, options, mes)
  })
}

const FLAG = {
  out: '--out',
  operacion: '--operation',
  ingreso: '--income',
  clasificacion: '--classification',
  sector: '--sector',
  tipo: '--cost-type',
} as const

const HELP: Readonly<Record<(typeof DICHOS)[number], string>> = {
  operacion: 'tipo de operación que declara el anexo 1, 2 o 5',
  ingreso: 'tipo de ingreso que declara el anexo 1 o 2',
  clasificacion: 'anexo 5: 1 costo, 2 gasto',
  sector: 'anexo 5: 1 industria, 2 comercio, 3 agropecuario, 4 servicios',
  tipo: 'anexo 5: tipo de costo o gasto, de 1 a 7',
}

async function show(io: Io, options: Options, mes: string) {
  const { nit, ambiente = AMBIENTE_DEFAULT } = options
  const read = await administer(io, options, (admin, api) =>
    api.readBooks(admin, nit, { ambiente, mes }),
  )
  const { sinSello, avisos, anexos } = read
  const { contribuyentes, consumidorFinal, exportaciones, compras } = read
  const rows = Object.entries({ contribuyentes, consumidorFinal, exportaciones, compras }).flatMap(
    ([name, book]) => [
      [name, `${book.filas.length} filas`] as const,
      ...Object.entries(book.totales).map(([of, total]) => [`  ${of}`, String(total)] as const),
    ],
  )
  const files = anexos.map(({ archivo, filas }) => [archivo, `${filas} líneas`] as const)
  const table = columns([...rows, ['sin sello', String(sinSello)], ...files])
  const { mes: _, ...said } = read
  const text = [table, ...avisos, ...anexos.flatMap(avisosDe)].join('\n')
  return { json: { nit, ambiente, mes, ...said }, text }
}

type Anexo = Books['anexos'][number]

/** The open points of an annex that has lines (ADR 0066). */
const avisosDe = ({ archivo, filas, avisos }: Anexo): readonly string[] =>
  filas === 0 ? [] : avisos.map((aviso) => `${archivo}: ${aviso}`)

/** The same for one file: a book has the month's. */
function avisosDel(archivo: Archivo, { anexos, avisos }: Books): readonly string[] {
  const anexo = anexos.find((one) => one.archivo === archivo)
  if (!anexo) return avisos
  return anexo.filas === 0 ? [] : anexo.avisos
}

async function writeFile(
  io: Io,
  options: Options,
  { mes, archivo }: { readonly mes: string; readonly archivo: Archivo },
) {
  const { nit, ambiente = AMBIENTE_DEFAULT, out } = options
  const [operacion, ingreso, clasificacion, sector, tipo] = DICHOS.map(
    (name) => options[name] ?? null,
  ) as [number | null, number | null, number | null, number | null, number | null]
  const dichos = { operacion, ingreso, clasificacion, sector, tipo }
  const { file, avisos } = await administer(io, options, async (admin, api) => ({
    file: await api.readBooksFile(admin, nit, { ambiente, mes, archivo, dichos }),
    avisos: avisosDel(archivo, await api.readBooks(admin, nit, { ambiente, mes })),
  }))
  const path = await writeWhole(out ?? file.nombre, file.bytes)
  const { contentType, bytes } = file
  return {
    json: { nit, ambiente, mes, archivo, file: path, bytes: bytes.length, contentType, avisos },
    text: [`${path}  (${bytes.length} bytes)`, ...avisos].join('\n'),
  }
}
