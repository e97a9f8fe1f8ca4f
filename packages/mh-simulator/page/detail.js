// One document of the ledger: what it says, what was answered, and each check with its result.
import { ask, at, element } from './tools.js'

const RESULTS = { passed: 'Cumple', refused: 'No cumple', 'not reached': 'No se llegó a comprobar' }

export async function show(codigoGeneracion, receivedAt) {
  const query = new URLSearchParams({ codigoGeneracion, steps: 'true' })
  const { documents } = await ask('GET', `/_sim/ledger?${query}`)
  const one = documents.find((row) => row.receivedAt === receivedAt) ?? documents.at(-1)
  const json = one.jws === null ? null : payloadOf(one.jws)
  at('detail-title').textContent = `${one.evento ?? one.tipoDte} ${one.codigoGeneracion}`
  const facts = [
    ['Número de control', one.numeroControl],
    ['Emisor', one.nit],
    ['Ambiente', one.ambiente],
    [
      'Respuesta',
      `${one.estado}${one.codigoMsg ? ` ${one.codigoMsg}: ${one.descripcionMsg}` : ''}`,
    ],
    ['Observaciones', one.observaciones.join('; ') || null],
    ['Sello', one.selloRecibido],
    ['Veces que llegó', one.timesReceived],
  ]
  at('facts').replaceChildren(
    ...facts
      .filter(([, value]) => value !== null)
      .flatMap(([name, value]) => [element('dt', name), element('dd', value)]),
  )
  const fecha = json?.identificacion?.fecEmi ?? ''
  const sought = { ambiente: one.ambiente, codGen: one.codigoGeneracion, fechaEmi: fecha }
  at('public').hidden = one.evento !== null || one.estado !== 'PROCESADO'
  at('public').href = `/consultaPublica?${new URLSearchParams(sought)}`
  at('steps').replaceChildren(
    ...one.steps.map(({ what, result }) =>
      element('li', `${what}: ${RESULTS[result]}`, { className: result.replace(' ', '-') }),
    ),
  )
  at('document').textContent = json === null ? one.jws : JSON.stringify(json, null, 2)
  at('detail').showModal()
}

/** The signed JSON; null where it is not JSON. */
function payloadOf(jws) {
  try {
    const [, payload] = jws.split('.')
    const bytes = Uint8Array.from(
      atob(payload.replaceAll('-', '+').replaceAll('_', '/')),
      (letter) => letter.charCodeAt(0),
    )
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}
