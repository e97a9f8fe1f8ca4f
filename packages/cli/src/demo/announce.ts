/** The demo's output when it is ready. */
import { columns } from '../io.ts'
import { SIGUIENTE_FACTURA } from './company.ts'
import type { FirstDocument } from './first-document.ts'
import { type DemoKey, type DemoState, stateFile } from './state.ts'

export interface Ready {
  readonly baseUrl: string
  readonly clockUrl: string | null
  readonly operatorUrl: string | null
  readonly simulatorUrl: string
  readonly consoleUrl: string
  readonly mailboxUrl: string
  readonly dataDir: string
}

/** The JSON line that other programs read. */
export function toJson(ready: Ready, state: DemoState): object {
  const { nit, nombre, keys } = state
  const { baseUrl, clockUrl, operatorUrl, simulatorUrl, consoleUrl, mailboxUrl, dataDir } = ready
  const shown = keys.map(({ apiKey, signKey, scopes, tiposDte }) => {
    return { apiKey, signKey, scopes, tiposDte }
  })
  const companies = [{ nit, nombre, keys: shown }]
  const consoleOwner = state.dueno && { ...state.dueno, frase: state.passphrase }
  return {
    ...{ baseUrl, clockUrl, operatorUrl, simulatorUrl, consoleUrl, mailboxUrl, consoleOwner },
    ...{ dataDir, companies },
  }
}

export function toText(ready: Ready, state: DemoState, first: FirstDocument | null): string {
  const [key] = state.keys
  if (!key) throw new Error('bug: a demonstration without a key')
  return [
    'Sello está en marcha: demostración, sin ninguna validez fiscal.',
    columns([
      ['servicio', ready.baseUrl],
      ...(ready.clockUrl === null ? [] : [['reloj', ready.clockUrl] as const]),
      ...(ready.operatorUrl === null
        ? []
        : [['operador', `${ready.operatorUrl}  (/healthz, /readyz, /metrics)`] as const]),
      [
        'simulador',
        `${ready.simulatorUrl}/_sim/  (en lugar del Ministerio de Hacienda: lo que llegó, y botones para que falle)`,
      ],
      ['consola', `${ready.consoleUrl}  (entra una vez, hoy)`],
      ['buzón', `${ready.mailboxUrl}  (el correo que se habría enviado)`],
      ...(state.dueno
        ? [['dueña', `${state.dueno.correo}  contraseña ${state.dueno.contrasena}`] as const]
        : []),
      ['frase', `${state.passphrase}  (la pide la consola para dar una firma)`],
      ['datos', ready.dataDir],
      ['empresa', `${state.nombre}, NIT ${state.nit}`],
      ['llaves', `${stateFile(ready.dataDir)}  (solo usted puede leerlo)`],
    ]),
    ...(first ? [textOfFirst(first)] : []),
    `Emita ${first ? 'la siguiente' : 'una factura'}: pegue esto en otra terminal (su última línea solo acorta la respuesta).`,
    issueCommand(ready.baseUrl, key),
    ...(first ? ['Consulte la primera:', queryCommand(ready.baseUrl, key, first)] : []),
    'Ctrl-C para detener. Los datos quedan: la próxima vez sigue la misma numeración.',
  ].join('\n\n')
}

function textOfFirst({ documento, pdf }: FirstDocument): string {
  const facts = columns([
    ['numeroControl', documento.numeroControl],
    ['codigoGeneracion', documento.codigoGeneracion],
    ['selloRecibido', documento.selloRecibido],
    ['totalPagar', `$${documento.totales.totalPagar.toFixed(2)}`],
    ['copia impresa', pdf],
  ])
  return `Factura emitida, firmada y sellada:\n\n${facts}`
}

function issueCommand(baseUrl: string, { apiKey, signKey }: DemoKey): string {
  return curl(`${baseUrl}/v1/dte`, [
    `-H 'Content-Type: application/json'`,
    `-H 'X-Service-Key: ${apiKey}'`,
    `-H 'X-Service-Sign-Key: ${signKey}'`,
    `-H "Idempotency-Key: $(node -p 'crypto.randomUUID()')"`,
    `-d '${JSON.stringify(SIGUIENTE_FACTURA)}'`,
  ])
}

function queryCommand(baseUrl: string, { apiKey }: DemoKey, { documento }: FirstDocument): string {
  return curl(`${baseUrl}/v1/dte/${documento.codigoGeneracion}`, [`-H 'X-Service-Key: ${apiKey}'`])
}

/**
 * Works when pasted in any POSIX shell. The answer contains the files and the printed copy, some 60 KB: the last
 * line keeps long members off the screen.
 */
function curl(url: string, options: readonly string[]): string {
  return [`curl -sS ${url}`, ...options, SHORTEN].join(' \\\n  ')
}

const SHORTEN =
  '| node -p \'JSON.stringify(JSON.parse(fs.readFileSync(0)),(k,v)=>v?.length>200?"…":v,2)\''
