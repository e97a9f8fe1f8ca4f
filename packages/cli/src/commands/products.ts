/** Stored products, managed with an API key: lines refer to them with `productId`. */
import type { Product, ProductPatch, ProductRequest } from '@sello/client'
import type { Command } from 'commander'
import { type CallingOptions, callingOptions, connect } from '../calling/connect.ts'
import { dollars, grid } from '../calling/grid.ts'
import { readJsonFile } from '../calling/json-file.ts'
import { command, onRun } from '../command.ts'
import type { Io, Result } from '../io.ts'

interface ListOptions extends CallingOptions {
  readonly buscar?: string
  readonly codigo?: string
  readonly descripcion?: string
  readonly inactive?: boolean
}

export function productsList(io: Io): Command {
  const made = callingOptions(
    command(io, 'list', 'lista los productos guardados')
      .option('--search <texto>', 'comienzo de palabras: descripción o código')
      .option('--code <texto>', 'su código, entero')
      .option('--description <texto>', 'una parte de la descripción')
      .option('--inactive', 'los desactivados'),
  )
  return onRun<ListOptions>(made, io, async (options) => {
    const { buscar, codigo, descripcion, inactive = false } = options
    const { sello, signal } = await connect(io, options)
    const rows: Product[] = []
    const query = { buscar, codigo, descripcion, activo: !inactive, limit: 100 }
    for await (const row of sello.products.list(query, { signal })) rows.push(row)
    const header = ['productId', 'código', 'sin IVA', 'con IVA', 'descripción']
    const cells = rows.map((row) => [
      row.productId,
      row.codigo,
      priceOf(row.precioUni),
      priceOf(row.precioConIva),
      row.descripcion,
    ])
    return {
      json: { products: rows },
      text: rows.length === 0 ? 'No hay productos.' : grid(header, cells),
    }
  })
}

/** Unrounded: a price has up to eight decimals. */
const priceOf = (price: number | null) => {
  if (price === null) return null
  return Math.abs(price * 100 - Math.round(price * 100)) < 1e-6 ? dollars(price) : String(price)
}

export function productsShow(io: Io): Command {
  const made = callingOptions(
    command(io, 'show', 'muestra un producto')
      .usage('<productId> [opciones]')
      .argument('<productId>'),
  )
  return onRun<CallingOptions>(made, io, async (options) => {
    const { sello, signal } = await connect(io, options)
    const product = await sello.products.read(made.args[0] ?? '', { signal })
    return { json: product, text: JSON.stringify(product, null, 2) }
  })
}

export function productsCreate(io: Io): Command {
  const made = callingOptions(
    command(io, 'create', 'guarda un producto')
      .usage('<archivo> [opciones]')
      .argument('<archivo>', 'JSON del producto; - es la entrada estándar'),
  )
  return onRun<CallingOptions>(made, io, async (options) => {
    const request = (await readJsonFile(io, made.args[0] ?? '-')) as ProductRequest
    const { sello, signal } = await connect(io, options)
    return resultOf(await sello.products.create(request, { signal }))
  })
}

export function productsUpdate(io: Io): Command {
  const made = callingOptions(
    command(io, 'update', 'cambia un producto: lo que falta queda, null lo quita')
      .usage('<productId> <archivo> [opciones]')
      .argument('<productId>')
      .argument('<archivo>', 'JSON de lo que cambia; - es la entrada estándar'),
  )
  return onRun<CallingOptions>(made, io, async (options) => {
    const [productId = '', file = '-'] = made.args
    const patch = (await readJsonFile(io, file)) as ProductPatch
    const { sello, signal } = await connect(io, options)
    return resultOf(await sello.products.update(productId, patch, { signal }))
  })
}

export function productsDeactivate(io: Io): Command {
  const made = callingOptions(
    command(io, 'deactivate', 'desactiva un producto; lo emitido no cambia')
      .usage('<productId> [opciones]')
      .argument('<productId>'),
  )
  return onRun<CallingOptions>(made, io, async (options) => {
    const { sello, signal } = await connect(io, options)
    const product = await sello.products.delete(made.args[0] ?? '', { signal })
    return { json: product, text: `Producto ${product.productId} desactivado.` }
  })
}

function resultOf(product: Product): Result {
  return { json: product, text: `Producto ${product.productId}: ${product.descripcion}` }
}
