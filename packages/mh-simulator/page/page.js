// What arrived and what was answered, asked again every second, and the switches of the simulator's control interface.
import { show } from './detail.js'
import { ask, at, element } from './tools.js'

const EVERY_MS = 1_000
const SHOWN_MAX = 200
/** More than any program waits for an answer. */
const LATE_MS = 20_000

const MOODS = [
  { label: 'No contesta', fault: { service: '*', kind: 'silence' } },
  { label: 'Fuera de servicio', fault: { service: '*', kind: 'status', status: 503 } },
  { label: 'Contesta tarde', fault: { service: 'recepciondte', kind: 'delay', delayMs: LATE_MS } },
  {
    label: 'Sella el próximo y se pierde la respuesta',
    fault: { service: 'recepciondte', kind: 'drop_answer', times: 1 },
  },
  {
    label: 'Olvida la sesión',
    fault: { service: 'recepciondte', kind: 'expired_token', times: 1 },
  },
]
const NAMES = {
  silence: 'no contesta',
  status: 'fuera de servicio',
  delay: 'contesta tarde',
  drop_answer: 'se pierde la respuesta',
  expired_token: 'olvida la sesión',
  reject: 'rechaza',
  html: 'responde una página',
  no_seal: 'procesa sin sello',
  observe: 'sella con observaciones',
}

function say(text) {
  at('said').textContent = text
}

/** Does it, says how it ended, and shows what is true now. */
async function act(what, done) {
  try {
    await what()
    say(done)
  } catch (error) {
    say(`No se pudo: ${error.message}`)
  }
  await refresh()
}

let seen = ''

async function refresh() {
  const state = await ask('GET', '/_sim/state')
  const now = new Date(state.now)
  at('now').dateTime = state.now
  at('now').textContent = now.toLocaleString('es-SV', { timeZone: 'America/El_Salvador' })
  const minutes = Math.round((now - Date.now()) / 60_000)
  at('shifted').textContent = minutes === 0 ? '' : `(${shiftOf(minutes)} que la máquina)`
  at('faults').replaceChildren(...state.faults.map(faultOf))
  at('taxpayers').replaceChildren(...state.taxpayers.map(taxpayerOf))
  const { attempts, PROCESADO, RECHAZADO, NO_PROCESADO } = state.documents
  at('counts').textContent =
    `Envíos: ${attempts}. Sellados: ${PROCESADO}. Rechazados: ${RECHAZADO}. Sin respuesta: ${NO_PROCESADO}. Un documento se envía otra vez si su respuesta se perdió.`
  at('nothing').hidden = attempts > 0
  const what = JSON.stringify(state.documents)
  if (what === seen) return
  const { documents } = await ask('GET', `/_sim/ledger?jws=false&last=${SHOWN_MAX}`)
  at('ledger').replaceChildren(...documents.reverse().map(rowOf))
  seen = what
}

function shiftOf(minutes) {
  const amount = Math.abs(minutes)
  const days = Math.round(amount / 1440)
  const hours = Math.round(amount / 60)
  const said = days > 1 ? `${days} días` : hours > 1 ? `${hours} horas` : `${amount} min`
  return `${said} ${minutes > 0 ? 'más' : 'menos'}`
}

function faultOf({ id, service, kind, remaining }) {
  const times =
    remaining === null ? 'hasta que se quite' : `${remaining} ${remaining === 1 ? 'vez' : 'veces'}`
  const row = element(
    'li',
    `${service === '*' ? 'Todo' : service}: ${NAMES[kind] ?? kind}, ${times} `,
  )
  row.append(
    element('button', 'Quitar', {
      onclick: () => act(() => ask('DELETE', `/_sim/faults/${id}`), 'Quitado.'),
    }),
  )
  return row
}

function taxpayerOf({ nit, nombre, activo, certificado }) {
  const state = activo ? (certificado ? '' : ', sin certificado') : ', inactivo'
  return element('li', `${nit} ${nombre ?? ''}${state}`)
}

const ESTADOS = { PROCESADO: 'Sellado', RECHAZADO: 'Rechazado', NO_PROCESADO: 'Sin respuesta' }

function rowOf(one) {
  const row = element('tr', null)
  const arrived = new Date(one.receivedAt).toLocaleTimeString('es-SV', {
    timeZone: 'America/El_Salvador',
    hour12: false,
  })
  const kind = one.evento ?? one.tipoDte
  const open = element('button', kind, {
    className: 'link',
    onclick: () => show(one.codigoGeneracion, one.receivedAt),
  })
  open.setAttribute('aria-label', `${kind} ${one.codigoGeneracion}`)
  const document = element('td', null)
  document.append(open, ` ${one.codigoGeneracion.slice(0, 8)}`)
  const estado = one.invalidado ? 'Invalidado' : ESTADOS[one.estado]
  const why = one.estado === 'RECHAZADO' ? `: ${one.codigoMsg} ${one.descripcionMsg}` : ''
  row.append(
    element('td', arrived),
    document,
    element('td', one.numeroControl ?? ''),
    element('td', one.nit),
    element('td', estado + why, { className: one.estado.toLowerCase() }),
  )
  return row
}

for (const { label, fault } of MOODS) {
  const onclick = () => act(() => ask('POST', '/_sim/faults', fault), `${label}: así será.`)
  at('moods').append(element('button', label, { onclick }))
}
at('moods').append(
  element('button', 'Todo bien otra vez', {
    className: 'good',
    onclick: () =>
      act(async () => {
        await ask('DELETE', '/_sim/faults')
        await ask('DELETE', '/_sim/delays')
      }, 'Hacienda responde como siempre.'),
  }),
)
at('rejection').onsubmit = (event) => {
  event.preventDefault()
  const members = Object.fromEntries(new FormData(event.target))
  const fault = { service: 'recepciondte', kind: 'reject', times: 1, ...members }
  void act(() => ask('POST', '/_sim/faults', fault), 'El próximo documento se rechaza.')
}
for (const button of document.querySelectorAll('[data-advance]')) {
  const advanceMs = Number(button.dataset.advance)
  button.onclick = () => act(() => ask('POST', '/_sim/clock', { advanceMs }), 'El reloj avanzó.')
}
at('clock-right').onclick = () =>
  void act(
    () => ask('POST', '/_sim/clock', { now: new Date().toISOString() }),
    'El reloj está a la hora.',
  )
at('certificate').onsubmit = (event) => {
  event.preventDefault()
  const form = event.target
  const members = Object.fromEntries(new FormData(form))
  void act(async () => {
    const { nit, certificadoMH } = await ask('POST', '/_sim/certificates', members)
    const file = URL.createObjectURL(new Blob([certificadoMH], { type: 'application/xml' }))
    element('a', null, { href: file, download: `${nit}.crt` }).click()
    URL.revokeObjectURL(file)
    form.reset()
  }, 'Registrado. Su certificado está entre las descargas.')
}
at('back').onchange = ({ target }) =>
  void act(async () => {
    const [file] = target.files
    if (file) await ask('POST', '/_sim/snapshot', await file.text())
    target.value = ''
  }, 'Todo está como en la copia.')
at('reset').onclick = () => {
  if (!confirm('Se olvidan los documentos y eventos. Los contribuyentes quedan.')) return
  void act(() => ask('POST', '/_sim/reset', {}), 'Olvidado.')
}
at('address').textContent = location.origin

/** A simulator that was stopped is asked again: it may come back. */
async function keepFresh() {
  try {
    await refresh()
    document.body.classList.remove('away')
  } catch {
    document.body.classList.add('away')
    say('El simulador no responde.')
  }
  setTimeout(keepFresh, EVERY_MS)
}
await keepFresh()
