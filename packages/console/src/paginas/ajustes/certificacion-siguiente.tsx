/** What to do next: the commands, with this company's own values. */
import { Link } from 'wouter'
import type { Certificacion, DatosEmpresa } from '../../api/settings-types.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { copy } from '../../ui/copy.ts'
import css from './certificacion.module.css'

interface Props {
  readonly datos: Certificacion
  readonly responsable: DatosEmpresa['responsable']
}

/** These go to taxpayers, who must exist. */
const TO_TAXPAYERS: ReadonlySet<string> = new Set(['03', '04', '05', '06', '07', '08', '09'])

export function Siguiente({ datos, responsable }: Props) {
  const { empresa } = useWorkspace()
  const { completa, tipos, campana } = datos
  if (completa) {
    return (
      <p className="notice ok">
        Está todo sellado. Compare con su avance en el portal de Hacienda y pida allí la
        autorización de producción.
      </p>
    )
  }
  const punto = empresa.puntoDeVenta ?? { codEstable: 'M001', codPuntoVenta: 'P001' }
  const lista = tipos.map(({ tipoDte }) => tipoDte).join(',')
  const llave = [
    `sello key mint --nit ${empresa.nit} --environment 00 --label Certificación`,
    `--establishment-code ${punto.codEstable} --pos-code ${punto.codPuntoVenta}`,
    `--dte-types ${lista} --limit-hour 2000 --limit-day 5000`,
  ].join(' ')
  const quien = responsable
    ? `${responsable.nombre},${responsable.numDocumento}`
    : 'Nombre Apellido,00000000-0'
  const certificar = [
    `sello certify --types ${lista}`,
    ...(campana === 'uno' ? [] : [`--campaign ${campana}`]),
    `--responsible ${quoted(quien)} --outages`,
  ].join(' ')
  return (
    <section className="card section stack" aria-label="Qué hacer ahora">
      <h2>Qué hacer ahora</h2>
      <p>
        El comando hace lo que falta y nada dos veces; se puede detener y seguir cuando sea. También
        cuenta lo que emita a mano en pruebas.
      </p>
      <p>
        1. Cree una llave de pruebas para estos tipos, o{' '}
        <Link className="link" href="/ajustes/llaves">
          aquí
        </Link>
        , y póngala en SELLO_API_KEY y SELLO_SIGN_KEY.
      </p>
      <Orden texto={llave} de="de la llave" />
      {tipos.some(({ tipoDte }) => TO_TAXPAYERS.has(tipoDte)) && (
        <p>
          2. Guarde como{' '}
          <Link className="link" href="/clientes">
            cliente
          </Link>
          , con su NIT y su permiso, a un contribuyente de verdad que reciba los documentos que van
          a contribuyentes.
        </p>
      )}
      <p>
        {tipos.some(({ tipoDte }) => TO_TAXPAYERS.has(tipoDte)) ? '3' : '2'}. Certifique en la
        máquina que opera el servicio. En otra, quite --outages: lo demás se hace igual.
        {responsable === null && ' Escriba quién responde por las invalidaciones.'}
      </p>
      <Orden texto={certificar} de="para certificar" />
    </section>
  )
}

function Orden({ texto, de }: { readonly texto: string; readonly de: string }) {
  return (
    <div className={css.command}>
      <code>{texto}</code>
      <Button small onClick={() => copy(texto, 'Comando copiado.')}>
        Copiar<span className="unseen"> el comando {de}</span>
      </Button>
    </div>
  )
}

/** One word of a POSIX shell: a name is what somebody typed. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
