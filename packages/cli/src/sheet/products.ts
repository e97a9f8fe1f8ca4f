/**
 * Lines with a stored product. They are completed here and sent in full, so that the issued sale is the one that
 * was checked and shown, even if the product changes meanwhile (docs/adr/0056-sales-from-a-spreadsheet.md).
 */
import type { Product, Sello } from '@sello/client'
import { lineOfProduct, priceOf, type TipoDte } from '@sello/contract'
import { PRODUCTO } from './columns.ts'
import { hashOf, linesOfRequest, type RowProblem, type Sale } from './sales.ts'

/** Keyed by productId and by codigo. */
export type Products = ReadonlyMap<string, Product>

type Line = { readonly [PRODUCTO]?: string } & Readonly<Record<string, unknown>>

const linesOf = ({ request }: Sale) => linesOfRequest(request) as readonly Line[]

export function namesProducts(sales: readonly Sale[]): boolean {
  return sales.some((sale) => linesOf(sale).some((line) => line[PRODUCTO] !== undefined))
}

/** The active products that the sales name, if the company has them. */
export async function findProducts(
  { products }: Pick<Sello, 'products'>,
  sales: readonly Sale[],
  signal?: AbortSignal,
): Promise<Products> {
  const names = sales.flatMap((sale) => linesOf(sale).flatMap((line) => line[PRODUCTO] ?? []))
  const wanted = new Set(names.map(keyOf))
  const found = new Map<string, Product>()
  const isComplete = () => [...wanted].every((name) => found.has(name))
  for await (const product of products.list({ activo: true, limit: 100 }, { signal })) {
    if (product.codigo !== null) found.set(keyOf(product.codigo), product)
    found.set(product.productId, product)
    if (wanted.has(product.productId) || wanted.has(keyOf(product.codigo ?? ''))) {
      if (isComplete()) break
    }
  }
  return found
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A productId is case-insensitive; a codigo is not. */
const keyOf = (name: string) => (UUID.test(name) ? name.toLowerCase() : name)

/** The sale with complete lines, or the problems of the products that it names. */
export function completeSale(
  sale: Sale,
  products: Products,
): { readonly sale: Sale } | { readonly problems: readonly RowProblem[] } {
  if (!namesProducts([sale])) return { sale }
  const { tipoDte } = sale.request
  const lines = linesOf(sale).map((line, n) =>
    completeLine(line, tipoDte, products, sale.rows[n] ?? 0),
  )
  const problems = lines.flatMap(({ problem }) => problem ?? [])
  if (problems.length > 0) return { problems }
  const request = { ...sale.request, items: lines.map(({ item }) => item) } as Sale['request']
  const filled = lines.map((line) => line.filled)
  return { sale: { ...sale, request, sent: hashOf(request), filled } }
}

interface CompleteLine {
  readonly item: object
  readonly filled: ReadonlySet<string>
  readonly problem: RowProblem | null
}

function completeLine(line: Line, tipoDte: TipoDte, products: Products, row: number): CompleteLine {
  const { [PRODUCTO]: name, ...said } = line
  if (name === undefined) return { item: line, filled: new Set(), problem: null }
  const problem = (column: string, message: string) => ({
    item: line,
    filled: new Set<string>(),
    problem: { row, column, message },
  })
  const product = products.get(keyOf(name))
  if (!product) {
    return problem(
      PRODUCTO,
      `no hay un producto activo con el código o el productId "${name}". Vea: sello products list`,
    )
  }
  const item = lineOfProduct(said, product, tipoDte)
  if (!('precioUni' in item)) {
    const price = priceOf(tipoDte)
    return problem(
      'precioUni',
      `falta, y el producto "${name}" no tiene ${price}: escríbalo en la celda o en el producto.`,
    )
  }
  const filled = new Set(Object.keys(item).filter((member) => !Object.hasOwn(said, member)))
  return { item, filled, problem: null }
}
