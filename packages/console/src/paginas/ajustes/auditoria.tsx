import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../api/http.ts'
import type { EntradaAuditoria } from '../../api/settings-types.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { More } from '../../ui/more.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { capital, count, date, dateTime } from '../../ui/text.ts'

interface Pagina {
  readonly entradas: readonly EntradaAuditoria[]
  readonly siguiente: number | null
  /** Of this page's entries; with the newest, of the whole chain but `porVerificar` entries. */
  readonly cadena: Cadena
}

interface Cadena {
  readonly integra: boolean
  readonly desde: string | null
  readonly porVerificar: number
}

/** A long chain is verified in parts, each by one call. */
const VERIFY_MS = 2_000

export function Auditoria() {
  const { empresa } = useWorkspace()
  const query = useInfiniteQuery({
    queryKey: ['auditoria', empresa.nit],
    queryFn: ({ pageParam }) =>
      call<Pagina>(`/${empresa.nit}/auditoria?limit=50${pageParam ? `&hasta=${pageParam}` : ''}`),
    initialPageParam: 0,
    getNextPageParam: (last: Pagina) => last.siguiente ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.cadena.porVerificar ? VERIFY_MS : false),
  })
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const cadenas = pages.map((page) => page.cadena)
        const cadena = cadenas.find(({ integra }) => !integra) ?? cadenas[0]
        const entradas = pages.flatMap((page) => page.entradas)
        return (
          <div className="stack">
            {cadena && (
              <p className={`notice ${cadena.integra ? 'ok' : 'bad'}`}>{sayCadena(cadena)}</p>
            )}
            <section className="card tablebox">
              {entradas.length === 0 && <Empty>Nada todavía.</Empty>}
              <Table heads={['Cuándo', 'Quién', 'Qué', 'Desde']}>
                {entradas.map((one) => (
                  <tr key={one.seq}>
                    <td>{dateTime(one.fecha)}</td>
                    <td>{capital(one.persona ?? 'El servicio')}</td>
                    <td>
                      <b>{sayActo(one.acto)}</b>
                      {one.sobre && <div className="small">{one.sobre}</div>}
                      {vecesOf(one) > 1 && <div className="small">{count(vecesOf(one))} veces</div>}
                    </td>
                    <td className="code">{one.direccion ?? '–'}</td>
                  </tr>
                ))}
              </Table>
              <More query={query} />
            </section>
          </div>
        )
      }}
    </Loaded>
  )
}

function sayCadena({ integra, desde, porVerificar }: Cadena): string {
  if (!integra) {
    return `La cadena no coincide desde ${desde ? date(desde) : 'el principio'}. Avise al operador.`
  }
  return porVerificar > 0
    ? `Verificando la cadena. Entradas por verificar: ${count(porVerificar)}.`
    : 'Cadena íntegra.'
}

/** A security event counts those of an hour. */
const vecesOf = ({ detalle }: EntradaAuditoria) =>
  (detalle as { readonly veces?: number } | null)?.veces ?? 1

/** The acts in words; one that is not here prints as it is named. */
// biome-ignore format: a table
const ACTOS: Readonly<Record<string, string>> = {
  'v1.issue':                     'Emitir un documento',
  'v1.prepare':                   'Preparar un documento',
  'v1.sign':                      'Firmar un documento preparado',
  'v1.invalidate':                'Invalidar un documento',
  'v1.return':                    'Registrar una devolución',
  'v1.return_abandon':            'Abandonar una devolución',
  'v1.contingency_close':         'Transmitir el evento de contingencia',
  'v1.customer_create':           'Guardar un cliente',
  'v1.customer_update':           'Cambiar un cliente',
  'v1.customer_delete':           'Quitar un cliente',
  'v1.product_create':            'Guardar un producto',
  'v1.product_update':            'Cambiar un producto',
  'v1.product_delete':            'Quitar un producto',
  'v1.destination_put':           'Guardar un destino propio',
  'v1.destination_delete':        'Quitar un destino propio',
  'v1.destination_verification':  'Verificar un destino propio',
  'v1.copy_report':               'Informar una copia',
  'empresa.cambiar':              'Cambiar los datos de la empresa',
  'marca.cambiar':                'Cambiar la marca',
  'puntos.agregar':               'Agregar un punto de venta',
  'certificados.cargar':          'Cargar un certificado',
  'credenciales.guardar':         'Guardar la contraseña de Hacienda',
  'almacenamiento.conectar':      'Conectar un almacenamiento',
  'produccion.pasar':             'Pasar a producción',
  'produccion.tipos':             'Decir los tipos que emite',
  'llaves.crear':                 'Crear una llave',
  'llaves.cambiar':               'Cambiar los límites de una llave',
  'llaves.desactivar':            'Desactivar una llave',
  'llaves.reactivar':             'Reactivar una llave',
  'llaves.revocar':               'Revocar una llave',
  'personas.invitar':             'Invitar a una persona',
  'personas.retirar_invitacion':  'Retirar una invitación',
  'personas.aceptar':             'Aceptar una invitación',
  'personas.cambiar':             'Cambiar a una persona',
  'personas.quitar':              'Quitar a una persona',
  'personas.reactivar_firma':     'Reactivar una firma',
  'personas.rechazar_firma':      'Rechazar un pedido de firma',
  'firma.propia':                 'Crear su firma',
  'firma.pedir':                  'Pedir su firma',
  'firma.recibida':               'Recibir su firma',
  'firma.dar':                    'Entregar una firma',
  'persona.agregar':              'Agregar a una persona',
  'persona.enlace':               'Crear un enlace de entrada',
  'empresa.autorizaciones':       'Cambiar las autorizaciones',
  'empresa.correo':               'Cambiar el envío por correo',
  'empresa.resolucion':           'Cambiar la resolución para recibir donaciones',
  'empresa.tipos':                'Decir los tipos que emite',
  'empresa.responsable':          'Decir el responsable de la contingencia',
  'series.primero':               'Decir el primer número de una serie',
  'seguridad.entrada_fallida':    'Entrada fallida',
  'seguridad.entrada_bloqueada':  'Entrada detenida por demasiados intentos',
  'seguridad.segundo_factor_rechazado': 'Segundo factor rechazado',
  'seguridad.rol_rechazado':      'Acción rechazada: su rol no la permite',
  'seguridad.frase_equivocada':   'Frase del dueño equivocada',
  'seguridad.frase_bloqueada':    'Frase del dueño detenida por demasiados intentos',
}

const SIN_EFECTO = '.sin_efecto'

/** «Cambiar a una persona, sin efecto». */
function sayActo(acto: string): string {
  const done = acto.endsWith(SIN_EFECTO) ? acto.slice(0, -SIN_EFECTO.length) : acto
  const said = ACTOS[done] ?? capital(done.replaceAll('_', ' ').replaceAll('.', ': '))
  return done === acto ? said : `${said}, sin efecto`
}
