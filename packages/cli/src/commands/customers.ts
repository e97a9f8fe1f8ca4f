/** Stored customers, by a program's key. `customers import` is the operator's. */
import type { CustomerPatch, CustomerRequest, CustomerRow } from '@sello/client'
import type { Command } from 'commander'
import { type CallingOptions, callingOptions, connect } from '../calling/connect.ts'
import { grid } from '../calling/grid.ts'
import { readJsonFile } from '../calling/json-file.ts'
import { command, onRun } from '../command.ts'
import type { Io } from '../io.ts'

interface Options extends CallingOptions {
  readonly buscar?: string
  readonly nombre?: string
  readonly numDocumento?: string
  readonly externalId?: string
}

export function customersList(io: Io): Command {
  const made = callingOptions(
    command(io, 'list', 'lista los clientes guardados')
      .option('--search <texto>', 'comienzo de palabras: nombre, documento o código')
      .option('--full-name <texto>', 'una parte del nombre')
      .option('--document-number <texto>', 'número del documento, entero')
      .option('--external-id <texto>', 'su propio código'),
  )
  return onRun<Options>(made, io, async (options) => {
    const { buscar, nombre, numDocumento, externalId } = options
    const { sello, signal } = await connect(io, options)
    const rows: CustomerRow[] = []
    const query = { buscar, nombre, numDocumento, externalId, limit: 100 }
    for await (const row of sello.customers.list(query, { signal })) rows.push(row)
    const header = ['customerId', 'externalId', 'documento', 'nombre']
    const cells = rows.map((row) => [row.customerId, row.externalId, row.numDocumento, row.nombre])
    return {
      json: { customers: rows },
      text: rows.length === 0 ? 'No hay clientes.' : grid(header, cells),
    }
  })
}

export function customersShow(io: Io): Command {
  const made = callingOptions(
    command(io, 'show', 'muestra un cliente')
      .usage('<customerId> [opciones]')
      .argument('<customerId>'),
  )
  return onRun<CallingOptions>(made, io, async (options) => {
    const { sello, signal } = await connect(io, options)
    const customer = await sello.customers.read(made.args[0] ?? '', { signal })
    return { json: customer, text: JSON.stringify(customer, null, 2) }
  })
}

export function customersCreate(io: Io): Command {
  const made = callingOptions(
    command(io, 'create', 'guarda un cliente')
      .usage('<archivo> [opciones]')
      .argument('<archivo>', 'JSON del cliente; - es la entrada estándar'),
  )
  return onRun<CallingOptions>(made, io, async (options) => {
    const request = (await readJsonFile(io, made.args[0] ?? '-')) as CustomerRequest
    const { sello, signal } = await connect(io, options)
    const customer = await sello.customers.create(request, { signal })
    return { json: customer, text: `Cliente ${customer.customerId}: ${customer.nombre}` }
  })
}

export function customersUpdate(io: Io): Command {
  const made = callingOptions(
    command(io, 'update', 'cambia un cliente: lo que falta queda, null lo quita')
      .usage('<customerId> <archivo> [opciones]')
      .argument('<customerId>')
      .argument('<archivo>', 'JSON de lo que cambia; - es la entrada estándar'),
  )
  return onRun<CallingOptions>(made, io, async (options) => {
    const [customerId = '', file = '-'] = made.args
    const patch = (await readJsonFile(io, file)) as CustomerPatch
    const { sello, signal } = await connect(io, options)
    const customer = await sello.customers.update(customerId, patch, { signal })
    return { json: customer, text: `Cliente ${customer.customerId}: ${customer.nombre}` }
  })
}

export function customersDeactivate(io: Io): Command {
  const made = callingOptions(
    command(io, 'deactivate', 'desactiva un cliente; lo emitido no cambia')
      .usage('<customerId> [opciones]')
      .argument('<customerId>'),
  )
  return onRun<CallingOptions>(made, io, async (options) => {
    const { sello, signal } = await connect(io, options)
    const customer = await sello.customers.delete(made.args[0] ?? '', { signal })
    return { json: customer, text: `Cliente ${customer.customerId} desactivado.` }
  })
}
