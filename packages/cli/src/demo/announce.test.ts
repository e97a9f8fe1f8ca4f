/** What the demonstration prints when it is ready, for people and for programs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toJson, toText } from './announce.ts'

const KEY = { apiKey: 'sello_test_k.s', signKey: 'sellosk_s', scopes: ['issue'], tiposDte: ['01'] }
const STATE = {
  ...{ nit: '06142801260010', nombre: 'Café Demostración', passphrase: 'una frase' },
  dueno: { correo: 'ana@example.com', contrasena: 'secreta' },
  keys: [KEY],
} as unknown as Parameters<typeof toText>[1]
const READY = {
  ...{ baseUrl: 'http://a', clockUrl: 'http://b', operatorUrl: 'http://c' },
  ...{
    simulatorUrl: 'http://d',
    consoleUrl: 'http://e',
    mailboxUrl: 'http://f',
    dataDir: '/datos',
  },
}
const FIRST = {
  documento: {
    ...{ numeroControl: 'N', codigoGeneracion: 'C', selloRecibido: 'S' },
    totales: { totalPagar: 11.3 },
  },
  pdf: '/datos/N.pdf',
} as unknown as Parameters<typeof toText>[2]

test('people read where everything is, who owns it, and how to go on', () => {
  const text = toText(READY, STATE, FIRST)
  const parts = text.split('\n\n')

  assert.equal(parts[0], 'Sello está en marcha: demostración, sin ninguna validez fiscal.')
  assert.equal(
    parts[1],
    `  servicio   http://a
  reloj      http://b
  operador   http://c  (/healthz, /readyz, /metrics)
  simulador  http://d/_sim/  (en lugar del Ministerio de Hacienda: lo que llegó, y botones para que falle)
  consola    http://e  (entra una vez, hoy)
  buzón      http://f  (el correo que se habría enviado)
  dueña      ana@example.com  contraseña secreta
  frase      una frase  (la pide la consola para dar una firma)
  datos      /datos
  empresa    Café Demostración, NIT 06142801260010
  llaves     /datos/demo.json  (solo usted puede leerlo)`,
  )
  assert.equal(parts[2], 'Factura emitida, firmada y sellada:')
  assert.equal(
    parts[3],
    `  numeroControl     N
  codigoGeneracion  C
  selloRecibido     S
  totalPagar        $11.30
  copia impresa     /datos/N.pdf`,
  )
  assert.match(parts[4] ?? '', /^Emita la siguiente: pegue esto en otra terminal/)
  assert.deepEqual(parts[5]?.split(' \\\n  ').slice(0, 5), [
    'curl -sS http://a/v1/dte',
    "-H 'Content-Type: application/json'",
    "-H 'X-Service-Key: sello_test_k.s'",
    "-H 'X-Service-Sign-Key: sellosk_s'",
    `-H "Idempotency-Key: $(node -p 'crypto.randomUUID()')"`,
  ])
  assert.match(parts[5] ?? '', /-d '\{"tipoDte":"01",.*\}' \\\n {2}\| node -p /)
  assert.equal(parts[6], 'Consulte la primera:')
  assert.match(
    parts[7] ?? '',
    /^curl -sS http:\/\/a\/v1\/dte\/C \\\n {2}-H 'X-Service-Key: sello_test_k\.s' \\\n {2}\|/,
  )
  assert.match(parts[8] ?? '', /^Ctrl-C para detener\. Los datos quedan/)
  assert.equal(parts.length, 9)
})

test('what there is not is not printed', () => {
  const ready = { ...READY, clockUrl: null, operatorUrl: null }
  const text = toText(ready, { ...STATE, dueno: undefined } as never, null)

  assert.doesNotMatch(text, /reloj|operador|dueña|Consulte|Factura emitida|null|undefined/)
  assert.match(text, /^Emita una factura: /m)
})

test('programs read one object, with the keys and the console’s owner', () => {
  assert.deepEqual(toJson(READY, STATE), {
    ...READY,
    consoleOwner: { correo: 'ana@example.com', contrasena: 'secreta', frase: 'una frase' },
    companies: [{ nit: '06142801260010', nombre: 'Café Demostración', keys: [KEY] }],
  })
})
