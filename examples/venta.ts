/**
 * Issues an invoice with `@sello/client`, corrects it if the ministry rejects it, and invalidates it. The library
 * handles keys, retries and timeouts.
 *
 *   npx tsx examples/venta.ts demo.json
 */
import { readFile } from 'node:fs/promises'
import { type DteRequest, isSelloError, Sello } from '@sello/client'

const [file = 'demo.json'] = process.argv.slice(2)
const { baseUrl, companies } = JSON.parse(await readFile(file, 'utf8'))
const { apiKey, signKey } = companies[0].keys[0]
const sello = new Sello({ baseUrl, apiKey, signKey })

const sale: DteRequest = {
  tipoDte: '01',
  referencia: `ts-${crypto.randomUUID()}`,
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65 }],
}

const issued = await sello.issue(sale).catch((error) => {
  if (!isSelloError(error, 'mh_rejected')) throw error
  const { codigoGeneracion, descripcionMsg, ayuda } = error.details
  console.log(`rechazado: ${descripcionMsg} ${ayuda.queHacer}`)
  // The correction takes over the rejected document's number.
  const items = [{ descripcion: 'Café de altura, tostado, 1 lb', cantidad: 2, precioUni: 5.65 }]
  return sello.issue({ ...sale, items, corrige: codigoGeneracion })
})

if (issued.estado === 'contingencia') {
  // Signed and stored: the service keeps transmitting it. It must not be issued again.
  console.log(`contingencia: ${issued.numeroControl} ${issued.detalle}`)
} else {
  console.log(`sellado: ${issued.numeroControl} ${issued.selloRecibido}`)
  const person = { nombre: 'Ana Ficticia', numDocumento: '000162975' }
  const cancelled = await sello.invalidate(issued.codigoGeneracion, {
    tipoAnulacion: 2, // the sale was called off
    responsable: person,
    solicita: person,
  })
  if ('evento' in cancelled) console.log(`invalidado: ${cancelled.evento.selloRecibido}`)
}
