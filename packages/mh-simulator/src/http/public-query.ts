/**
 * `/consultaPublica`: what the address in a printed copy's QR code shows to anybody, here for what this simulator holds.
 * Its parameters are those of the ministry's own address.
 */
import { isObject, type JsonObject } from '../json/parse.ts'
import { openJws } from '../services/signed.ts'
import { fechaHora } from '../world/el-salvador.ts'
import type { Row } from '../world/ledger.ts'
import type { World } from '../world/world.ts'
import type { Reply } from './reply.ts'

export const PUBLIC_QUERY = '/consultaPublica'

const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'"

/** The page for one document: its state and seal, or that there is none with that code, environment and date. */
export function answerPublicQuery(world: World, query: URLSearchParams): Reply {
  const codigo = (query.get('codGen') ?? '').toUpperCase()
  const row = world.ledger.held(codigo)
  const document = row?.evento === null ? openJws(row.jws ?? '').json : null
  const isAsked =
    row?.ambiente === query.get('ambiente') &&
    (document === null || text(document, 'identificacion', 'fecEmi') === query.get('fechaEmi'))
  if (!row || row.evento !== null || !isAsked || row.estado !== 'PROCESADO') {
    return page(404, [['Estado', 'No hay un documento con ese código, ambiente y fecha']])
  }
  return page(200, factsOf(world, row, document))
}

type Fact = readonly [name: string, value: string | null]

function factsOf({ relations }: World, row: Row, document: JsonObject | null): readonly Fact[] {
  const { codigoGeneracion, numeroControl, selloRecibido, decidedAt, tipoDte } = row
  const total = document?.resumen
  const amounts = isObject(total) ? total : {}
  const importe = amounts.totalPagar ?? amounts.montoTotalOperacion ?? null
  return [
    ['Estado', relations.isInvalidated(codigoGeneracion) ? 'INVALIDADO' : 'TRANSMITIDO Y SELLADO'],
    ['Tipo de documento', tipoDte],
    ['Código de generación', codigoGeneracion],
    ['Número de control', numeroControl],
    ['Sello de recepción', selloRecibido],
    ['Recibido', fechaHora(new Date(decidedAt))],
    ['Emisor', document && text(document, 'emisor', 'nombre')],
    ['NIT del emisor', row.nit],
    ['Receptor', document && text(document, 'receptor', 'nombre')],
    ['Fecha de emisión', document && text(document, 'identificacion', 'fecEmi')],
    ['Total', typeof importe === 'bigint' ? amountOf(importe) : null],
  ]
}

function text(document: JsonObject, section: string, member: string): string | null {
  const part = document[section]
  const value = isObject(part) ? part[member] : null
  return typeof value === 'string' ? value : null
}

/** Hundred-millionths as dollars and cents. */
function amountOf(units: bigint): string {
  const cents = String(units / 1_000_000n).padStart(3, '0')
  return `USD ${cents.slice(0, -2)}.${cents.slice(-2)}`
}

function page(status: number, facts: readonly Fact[]): Reply {
  const rows = facts.map(([name, value]) =>
    value === null ? '' : `<dt>${name}</dt><dd>${escaped(value)}</dd>`,
  )
  const body = `<!doctype html><html lang="es-SV"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Consulta pública (simulador)</title><link rel="stylesheet" href="/_sim/page.css"></head>
<body><main class="public"><h1>Consulta pública</h1>
<p class="note">Simulador del Ministerio de Hacienda: nada de esto tiene valor fiscal.</p>
<dl>${rows.join('')}</dl></main></body></html>`
  return { status, body, headers: { 'content-security-policy': POLICY } }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (value: string) => value.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')
