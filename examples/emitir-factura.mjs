/**
 * Issues an invoice and writes its printed copy to a file. It only needs Node.js.
 *
 *   node examples/emitir-factura.mjs demo.json [folder for the PDF]
 */
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const [file = 'demo.json', folder = '.'] = process.argv.slice(2)
const { baseUrl, companies } = JSON.parse(await readFile(file, 'utf8'))
const { apiKey, signKey } = companies[0].keys[0]

const venta = {
  tipoDte: '01',
  receptor: { nombre: 'María Pérez', correo: 'maria@example.com' },
  items: [
    { descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65, tipoItem: 1 },
    { descripcion: 'Taza de barro', cantidad: 1, precioUni: 7.25, tipoItem: 1, montoDescu: 0.25 },
  ],
}

// One sale, one key. A program stores it with the sale before it calls, so that it can repeat the call after a
// crash: the same key never issues twice.
const idempotencyKey = randomUUID()

const { status, body } = await issue(venta)
if (status === 200) {
  const pdf = join(folder, `${body.numeroControl}.pdf`)
  await writeFile(pdf, Buffer.from(body.representacionGrafica, 'base64'))
  console.log(`${body.numeroControl} sellado: ${body.selloRecibido}`)
  console.log(`Total $${body.totales.totalPagar.toFixed(2)}, copia impresa en ${pdf}`)
} else if (status === 202) {
  // Signed and stored: the service keeps transmitting it. It must not be issued again.
  console.log(`${body.numeroControl} en contingencia: ${body.detalle}`)
} else {
  console.error(`${body.error.code}: ${body.error.message}`)
  process.exitCode = 1
}

/** Repeats only what is safe to repeat, always with the same key. */
async function issue(request) {
  for (const delayMs of [500, 2_000, 8_000, null]) {
    const answer = await post(request).catch((error) => ({ error }))
    const again = answer.error || answer.status === 503 || isInFlight(answer)
    if (!again) return answer
    if (delayMs === null) {
      if (answer.error) throw answer.error
      return answer
    }
    await sleep(delayMs)
  }
}

function isInFlight({ status, body }) {
  return status === 409 && body.error.code === 'idempotency_in_flight'
}

async function post(request) {
  const response = await fetch(`${baseUrl}/v1/dte`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Service-Key': apiKey,
      'X-Service-Sign-Key': signKey,
      'Idempotency-Key': idempotencyKey,
    },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(60_000), // the ministry may take 40 s
  })
  return { status: response.status, body: await response.json() }
}
