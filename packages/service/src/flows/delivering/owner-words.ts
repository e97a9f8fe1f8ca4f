/** What an owner is told by mail, and what to do about it. */
import { civilTime } from '../../base/time/el-salvador.ts'
import type { DueOwnerMail } from '../../ledger/owner-mails/due.ts'
import type { TipoParaDuenos } from '../../ledger/owner-mails/owed.ts'
import type { Words } from './words.ts'

type About = Pick<DueOwnerMail, 'tipo' | 'datos' | 'ambiente' | 'nit' | 'nombre' | 'at'>

interface Said {
  readonly title: string
  /** What it means, and what to do. */
  readonly paragraphs: readonly string[]
  readonly facts: readonly (readonly [label: string, value: string])[]
  /** The console's page, below that of the company. */
  readonly page: string
  readonly label: string
}

/** `datos`: as the feed has them, checked there against the contract (answers-feed.ts). */
const SAID: Readonly<Record<TipoParaDuenos, (datos: About['datos']) => Said>> = {
  'certificado.vence_pronto': ({ vence, dias }) => ({
    title: dias === 1 ? 'El certificado vence en un día' : `El certificado vence en ${dias} días`,
    paragraphs: [
      'Cuando venza, nada se podrá firmar con él: no habrá ventas, ni contingencia.',
      'Pida uno nuevo en el portal de Hacienda y súbalo en Ajustes, Certificado. Sus llaves siguen sirviendo.',
    ],
    facts: [['Vence', dayAndTime(vence)]],
    page: '/ajustes/certificado',
    label: 'Abrir Certificado',
  }),
  'contingencia.vence_pronto': ({ limite, de }) =>
    de === 'evento'
      ? {
          title: 'Falta firmar el evento de contingencia',
          paragraphs: [
            'Hacienda volvió, y hay documentos emitidos en contingencia cuyo evento nadie ha firmado. Tiene que llegarle en 24 horas.',
            'Se firma solo con la próxima venta, o en la consola, en Contingencia.',
          ],
          facts: [['Plazo', dayAndTime(limite)]],
          page: '/contingencia',
          label: 'Abrir Contingencia',
        }
      : {
          title: 'Faltan documentos de la contingencia por sellar',
          paragraphs: [
            'El evento de contingencia está sellado, y quedan documentos suyos sin sello. Tienen que llegar a Hacienda en 72 horas.',
            'El servicio los envía por su cuenta. Si siguen ahí, la consola dice por qué en Contingencia.',
          ],
          facts: [['Plazo', dayAndTime(limite)]],
          page: '/contingencia',
          label: 'Abrir Contingencia',
        },
  'copia.fallida': ({ desde }) => ({
    title: 'Las copias de sus documentos no se están guardando',
    paragraphs: [
      'Un destino de almacenamiento no recibe archivos. El servicio los conserva y lo intenta de nuevo por su cuenta.',
      'En Ajustes, Almacenamiento está el motivo. Si el destino no existe más o cambió su llave, conéctelo de nuevo.',
    ],
    facts: [['Desde', dayAndTime(desde)]],
    page: '/ajustes/almacenamiento',
    label: 'Abrir Almacenamiento',
  }),
  'cuenta.rechazada': ({ motivo }) => ({
    title:
      motivo === 'vencida'
        ? 'Hacienda pide cambiar la contraseña de la API'
        : 'Hacienda rechaza la contraseña de la API',
    paragraphs: [
      'Mientras no se cambie, ningún documento se puede transmitir: se quedan sin sello, y sus plazos corren.',
      'Cree otra en el portal de Hacienda y guárdela en Ajustes, Hacienda.',
    ],
    facts: [],
    page: '/ajustes/credenciales',
    label: 'Abrir Hacienda',
  }),
  'llave.suspendida': ({ keyId }) => ({
    title: 'Se suspendió la firma de una llave',
    paragraphs: [
      'Llegaron cinco claves de firma equivocadas en una hora con esta llave. Hasta que alguien la reactive no firma nada.',
      'Revise qué programa la usa. Si no lo reconoce, revóquela; si fue un error de configuración, corríjalo y reactívela, en Ajustes, Llaves.',
    ],
    facts: [['Llave', String(keyId)]],
    page: '/ajustes/llaves',
    label: 'Abrir Llaves',
  }),
  'webhook.apagado': ({ webhookId }) => ({
    title: 'Se apagó un webhook',
    paragraphs: [
      'Durante cinco días no llegó nada a su dirección, o respondió que no quiere más (410). Lo que pasó en los últimos 30 días se conserva.',
      'Arregle lo que recibe y enciéndalo de nuevo en Ajustes, Webhooks: sigue donde quedó.',
    ],
    facts: [['Webhook', String(webhookId)]],
    page: '/ajustes/webhooks',
    label: 'Abrir Webhooks',
  }),
}

/** `origin`: where the console is; null: unknown, and the mail has no link. */
export function ownerWords(about: About, origin: string | null): Words {
  const { tipo, datos, ambiente, nit, nombre } = about
  const { title, paragraphs, facts, page, label } = SAID[tipo](datos)
  const inTest = ambiente === '00' ? '/pruebas' : ''
  return {
    language: 'es',
    issuer: 'Sello',
    subject: `${nombre}: ${title}`,
    title,
    paragraphs,
    facts: [
      ['Empresa', nombre],
      ['Ambiente', ambiente === '00' ? 'Pruebas' : 'Producción'],
      ...facts,
    ],
    link: origin === null ? null : { url: `${origin}/${nit}${inTest}${page}`, label },
    footer: `Recibe este aviso porque es dueño de ${nombre} (NIT ${nit}) en Sello.`,
    warning: null,
  }
}

function dayAndTime(instant: unknown): string {
  const { fecEmi, horEmi } = civilTime(new Date(String(instant)))
  return `${fecEmi.split('-').reverse().join('/')}, ${horEmi.slice(0, 5)}`
}
