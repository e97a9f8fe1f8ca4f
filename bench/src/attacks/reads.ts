/** A program of another company that lists, queries, searches and asks for its books from many connections. */
import { loadCount } from '../load.ts'
import type { Attack } from './attack.ts'
import type { AttackCall, Lane } from './plan.ts'

const SELLER = { nit: '06141212900035', nombre: 'Lectora de Prueba, S.A. de C.V.' }
/** What there is to read: a month of 1,000 sales. */
const SALES = 1_000
const CODES = 100

const get = (path: string): AttackCall => ({ method: 'GET', path, body: null })

export const reads: Attack = async (world) => {
  const key = await world.addSeller(SELLER)
  await loadCount({ ...world, key }, { callers: 16, count: SALES })
  const rows = await world.administer(({ pool }) =>
    pool.many<{ code: string }>(
      `select upper(d.codigo_generacion::text) as code from documents d join companies c using (company_id)
        where c.nit = $1 limit $2`,
      [SELLER.nit, CODES],
    ),
  )
  const headers = { 'x-service-key': key.apiKey }
  const mes = new Date().toISOString().slice(0, 7)
  const lists = ['?limit=100', '?limit=25&include=documento', '?tipoDte=01&limit=100']
  const lane = (name: string, connections: number, paths: readonly string[]): Lane => ({
    ...{ name, connections, from: 'one', callsPerConnection: null, headers },
    calls: paths.map(get),
  })
  const lanes = [
    lane(
      'list',
      96,
      lists.map((query) => `/v1/dte${query}`),
    ),
    lane(
      'query',
      32,
      rows.map(({ code }) => `/v1/dte/${code}`),
    ),
    lane('books', 16, [`/v1/books/${mes}`]),
    lane('search', 16, ['/v1/customers?buscar=cliente', '/v1/status']),
  ]
  const ordinary = lanes.flatMap(({ calls }) =>
    calls.slice(0, 3).map((call) => ({ headers, call })),
  )
  return { begin: async () => ({ lanes, ordinary, notes: [] }) }
}
