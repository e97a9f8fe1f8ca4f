/**
 * Calls every operation of the service through `@sello/client`. Run it against the demonstration:
 *
 *   npx tsx examples/operaciones.ts demo.json
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encryptLocation, isSelloError, newUnlockKey, pathsOf, Sello } from '@sello/client'
import { connectDestination, ownArchive } from '@sello/client/node'

const { baseUrl, companies } = JSON.parse(await readFile(process.argv[2] ?? 'demo.json', 'utf8'))
const { apiKey, signKey } = companies[0].keys[0]
const called = new Set<string>()
const hooks = { onRequest: ({ route }: { route: string }) => void called.add(route) }
const sello = new Sello({ baseUrl, apiKey, signKey, hooks })

// What the key may do, who issues with it, and the public keys that verify its documents.
const { emisor, almacenamiento } = await sello.status()
console.log(`${emisor.nombre}: ${almacenamiento.listo ? 'listo' : 'sin destino'}`)
const { certificados } = await sello.certificates(emisor.nit)
const { openapi } = await sello.openapi()
console.log(`${certificados.length} certificado, OpenAPI ${openapi}`)

// A stored customer and product, which sales can refer to.
const customer = await sello.customers.create({
  nombre: 'Restaurante La Esquina, S.A. de C.V.',
  externalId: randomUUID(),
})
await sello.customers.update(customer.customerId, { telefono: '2222-3333' })
const { telefono } = await sello.customers.read(customer.customerId)
const product = await sello.products.create({
  codigo: randomUUID().slice(0, 20),
  descripcion: 'Café de altura, 1 lb',
  precioConIva: 5.65,
})
await sello.products.update(product.productId, { precioConIva: 6 })
const { precioConIva } = await sello.products.read(product.productId)
let stored = 0
for await (const _ of sello.customers.list()) stored += 1
for await (const _ of sello.products.list()) stored += 1
console.log(`guardados: ${stored}; ${telefono}; $${precioConIva}`)

// A sale in one call, with a referencia; and one in two, of which the second needs the sign key.
const sale = {
  tipoDte: '01' as const,
  receptor: { customerId: customer.customerId },
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 6 }],
}
const issued = await sello.issue({ ...sale, referencia: randomUUID() })
const prepared = await sello.prepare(sale)
const signed = await sello.sign(prepared)
console.log(`${issued.estado}: ${issued.numeroControl}\n${signed.estado}: ${signed.numeroControl}`)

// Tried without issuing, and proposed for a person to issue in the console; this one is taken back.
const { totales } = await sello.proposals.validate(sale)
const proposal = await sello.proposals.create(sale)
const waiting = (await sello.proposals.page({ limit: 10 })).propuestas.length
const proposed = await sello.proposals.read(proposal.id)
await sello.proposals.discard(proposal.id)
console.log(`$${totales.totalPagar}; propuestas: ${waiting}, ${proposed.consola}`)

// Reading: one document, the list, the downloadable files, and a printed copy.
const { estado, disponible } = await sello.query(issued.codigoGeneracion)
const { documentos } = await sello.listPage({ desde: issued.fecEmi, limit: 10 })
const { novedades } = await sello.events.page({ limite: 10 })
console.log(`${novedades.length} novedades`)

// Told instead of asking: an address of its own, tried, with what was sent there.
const hook = await sello.webhooks.create({ url: 'http://127.0.0.1:1024/', tipos: ['dte.sellado'] })
const sent = await sello.webhooks.test(hook.id)
await sello.webhooks.retry(hook.id, sent.id)
for await (const { tipo, estado } of sello.webhooks.deliveries(hook.id)) console.log(tipo, estado)
const { secreto } = await sello.webhooks.rotate(hook.id)
await sello.webhooks.update(hook.id, { descripcion: 'ERP' })
console.log(
  `${(await sello.webhooks.list()).webhooks.length} webhooks, ${secreto !== hook.secreto}`,
)
await sello.webhooks.delete(hook.id)

const held = await sello.holding({ limit: 10 })
const pdf = await sello.file(issued.codigoGeneracion, { kind: 'pdf' })
console.log(`${estado}, quedan ${disponible?.[0]?.disponible} por devolver`)
console.log(`${documentos.length} en la lista, ${held.documentos.length} retenidos, ${pdf.name}`)

// By mail to its buyer, whose page is then taken back.
const { entregas } = await sello.deliver(issued.codigoGeneracion, { correo: ['ana@example.com'] })
const { revocada } = await sello.revokePage(issued.codigoGeneracion)
console.log(`${entregas.length} correo; ${revocada}`)

// One document is partly returned, and the other invalidated.
const back = await sello.return(issued.codigoGeneracion, { items: [{ linea: 1, cantidad: 1 }] })
const person = { nombre: 'Ana Ficticia', numDocumento: '000162975' }
const cancelled = await sello.invalidate(signed.codigoGeneracion, {
  tipoAnulacion: 2,
  responsable: person,
  solicita: person,
})
console.log(`devolución: ${back.estado}\n${cancelled.estado}`)
try {
  await sello.returnAbandon(issued.codigoGeneracion, back.codigoGeneracion)
} catch (error) {
  // It was sealed: only a return that the ministry does not hold can be abandoned.
  if (!isSelloError(error, 'validation_failed')) throw error
  console.log('la devolución ya está sellada')
}

// Paper that a designated taxpayer gave beside its DTE: a range of three, each reported once.
const first = Number.parseInt(randomUUID().slice(0, 8), 16)
const reported = await sello.operaciones.report({
  items: [{ tipoDocumento: '02', desde: `F${first}`, hasta: `F${first + 2}`, precioUni: 1.5 }],
})
const { operaciones } = await sello.operaciones.page({ limit: 10 })
const onPaper = await sello.operaciones.read(reported.codigoGeneracion)
console.log(`operaciones especiales: ${operaciones.length}, ${onPaper.estado}`)

// The ministry's outages, and their pending events.
const { periodos } = await sello.contingencies()
const { pendientes } = await sello.closeContingency()
console.log(`contingencias: ${periodos.length}, pendientes: ${pendientes}`)

// The month's VAT books, and the consumers' one as a table.
const mes = issued.fecEmi.slice(0, 7)
const libros = await sello.books(mes)
const libro = await sello.booksFile(mes, { archivo: 'consumidorFinal' })
console.log(`libros de ${libros.mes}: ${libro.name}`)

// Own storage: with an archive each sealed answer is copied there automatically.
const unlockKey = newUnlockKey() // kept by the company, never sent
const location = { kind: 'byos_folder', path: await mkdtemp(join(tmpdir(), 'archivo-')) } as const
const destino = await connectDestination({ sello, unlockKey }, { label: 'Carpeta', location })
const archive = ownArchive({ unlockKey, folder: await mkdtemp(join(tmpdir(), 'bandeja-')) })
const archiving = new Sello({ baseUrl, apiKey, signKey, hooks, archive })
const kept = await archiving.issue(sale)
const state = await archive.flush()
const { ambiente, fecEmi, numeroControl: name } = kept
const paths = pathsOf({ ambiente, fecEmi, name })
console.log(`archivado: ${paths.json}, pendientes: ${state.pending}`)

// The same step by step: encrypted here, stored, verified, reported, ended.
const id = randomUUID()
const sellado = await encryptLocation(unlockKey, { nit: emisor.nit, id, revision: 1 }, location)
await sello.storage.put(id, { kind: location.kind, label: 'A mano', revision: 1, sellado })
await sello.storage.verify(id, 1)
await sello.storage.report(kept.codigoGeneracion, { secretId: id, jsonPath: paths.json })
const { destinos } = await sello.storage.destinations()
const lacking = (await sello.storage.status()).destinos.map(({ pendientes }) => pendientes)
console.log(`destinos: ${destinos.length}, les faltan: ${lacking.join(', ')}`)
for (const one of [id, destino.id]) await sello.storage.end(one)

await sello.customers.delete(customer.customerId)
await sello.products.delete(product.productId)
console.log(`operaciones: ${[...called].sort().join(' ')}`)
