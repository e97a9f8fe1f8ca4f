/** The command line as a tree of groups and commands, defined by one table. */
import { createRequire } from 'node:module'
import type { Command } from 'commander'
import { command } from './command.ts'
import {
  archiveDisconnect,
  archiveList,
  archivePull,
  archivePush,
  archiveVerify,
} from './commands/archive.ts'
import { archiveConnect } from './commands/archive-connect.ts'
import { auditVerify } from './commands/audit-verify.ts'
import { books } from './commands/books.ts'
import { certificateImport } from './commands/certificate-import.ts'
import { certify } from './commands/certify.ts'
import { companyAuthorize } from './commands/company-authorize.ts'
import { companyBrand } from './commands/company-brand.ts'
import { companyCreate } from './commands/company-create.ts'
import { companyMail } from './commands/company-mail.ts'
import { companyPassword } from './commands/company-password.ts'
import { companyResponsible } from './commands/company-responsible.ts'
import { companySwitchProduction } from './commands/company-switch-production.ts'
import { companyTypes } from './commands/company-types.ts'
import { completion } from './commands/completion.ts'
import { contingencyClose, contingencyList } from './commands/contingency.ts'
import { invalidate, returnEvent } from './commands/correct.ts'
import {
  customersCreate,
  customersDeactivate,
  customersList,
  customersShow,
  customersUpdate,
} from './commands/customers.ts'
import { customersImport } from './commands/customers-import.ts'
import { dbDistribute } from './commands/db-distribute.ts'
import { deliver } from './commands/deliver.ts'
import { demo } from './commands/demo.ts'
import { doctor } from './commands/doctor.ts'
import { file } from './commands/file.ts'
import { get } from './commands/get.ts'
import { issue, prepare, sign } from './commands/issue.ts'
import { keyLimit } from './commands/key-limit.ts'
import { keyList } from './commands/key-list.ts'
import { keyMint } from './commands/key-mint.ts'
import { keyReactivate } from './commands/key-reactivate.ts'
import { keyDeactivate, keyRevoke } from './commands/key-revoke.ts'
import { keyShow } from './commands/key-show.ts'
import { list } from './commands/list.ts'
import { listen } from './commands/listen.ts'
import { maintenanceAdd, maintenanceList, maintenanceRemove } from './commands/maintenance.ts'
import { mcp } from './commands/mcp.ts'
import { migrate } from './commands/migrate.ts'
import { personAdd } from './commands/person-add.ts'
import { personLink } from './commands/person-link.ts'
import { posAdd } from './commands/pos-add.ts'
import {
  productsCreate,
  productsDeactivate,
  productsList,
  productsShow,
  productsUpdate,
} from './commands/products.ts'
import { profileList, profileRemove, profileSet } from './commands/profile.ts'
import { reconcile } from './commands/reconcile.ts'
import { report } from './commands/report.ts'
import { secretsList } from './commands/secrets-list.ts'
import { secretsReseal } from './commands/secrets-reseal.ts'
import { seriesGaps } from './commands/series-gaps.ts'
import { seriesSet } from './commands/series-set.ts'
import { simulator } from './commands/simulator.ts'
import { start } from './commands/start.ts'
import { status } from './commands/status.ts'
import { storageConnect } from './commands/storage-connect.ts'
import { storageList, storageVerify } from './commands/storage-list.ts'
import { template } from './commands/template.ts'
import { trigger } from './commands/trigger.ts'
import { verify } from './commands/verify.ts'
import {
  webhooksCreate,
  webhooksDelete,
  webhooksDeliveries,
  webhooksList,
  webhooksRetry,
  webhooksRotate,
  webhooksTest,
  webhooksUpdate,
} from './commands/webhooks.ts'
import { worker } from './commands/worker.ts'
import type { Io } from './io.ts'

type Leaf = (io: Io) => Command
type Group = readonly [name: string, summary: string, leaves: readonly Leaf[]]

/** By who uses them, in the order of the help: a command, or a group with its commands. */
// biome-ignore format: a table
const TABLE: readonly (readonly [heading: string, rows: readonly (Leaf | Group)[]])[] = [
  ['Conocer y probar:', [
    demo, simulator, trigger, certify,
  ]],
  ['Vender:', [
    issue, template, prepare, sign, get, list, file, deliver, invalidate, returnEvent, report, verify,
    ['customers',   'los clientes guardados de una empresa',          [customersList, customersShow, customersCreate, customersUpdate, customersDeactivate, customersImport]],
    ['products',    'los productos guardados de una empresa',         [productsList, productsShow, productsCreate, productsUpdate, productsDeactivate]],
  ]],
  ['Conectar un programa:', [
    ['profile',     'con qué servicio y con qué llaves se llama',     [profileSet, profileList, profileRemove]],
    status, listen, mcp, completion,
    ['webhooks',    'las direcciones a las que se envía lo que pasa', [webhooksList, webhooksCreate, webhooksUpdate, webhooksDelete, webhooksRotate, webhooksTest, webhooksDeliveries, webhooksRetry]],
    ['archive',     'sus destinos propios: carpeta o depósito S3',    [archiveConnect, archiveList, archiveVerify, archivePush, archivePull, archiveDisconnect]],
  ]],
  ['Administrar una empresa, donde está el servicio:', [
    ['company',     'las empresas que emiten',                        [companyAuthorize, companyBrand, companyCreate, companyMail, companyPassword, companyResponsible, companySwitchProduction, companyTypes]],
    ['certificate', 'el certificado con que firma una empresa',       [certificateImport]],
    ['pos',         'los puntos de venta de una empresa',             [posAdd]],
    ['series',      'la numeración de una empresa',                   [seriesGaps, seriesSet]],
    ['storage',     'dónde guarda una empresa sus documentos',        [storageConnect, storageList, storageVerify]],
    ['key',         'las llaves con que los programas llaman',        [keyMint, keyList, keyShow, keyLimit, keyDeactivate, keyReactivate, keyRevoke]],
    ['person',      'quienes entran a la consola',                    [personAdd, personLink]],
    books,
  ]],
  ['Operar el servicio:', [
    start, worker, migrate, doctor, reconcile,
    ['db',          'la base de datos entre varias máquinas',         [dbDistribute]],
    ['contingency', 'los períodos en que Hacienda no respondió',      [contingencyList, contingencyClose]],
    ['maintenance', 'cuándo anunció Hacienda que no respondería',     [maintenanceAdd, maintenanceList, maintenanceRemove]],
    ['secrets',     'las llaves maestras y las pimientas del servicio', [secretsList, secretsReseal]],
    ['audit',       'la bitácora de lo que hizo cada persona',        [auditVerify]],
  ]],
]

const SUMMARY = 'Emite documentos tributarios electrónicos (DTE) en El Salvador.'

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

export function createProgram(io: Io): Command {
  const program = command(io, 'sello', SUMMARY)
    .usage('<comando> [opciones]')
    .enablePositionalOptions() // a command with commands of its own (`simulator`) has options too
    .version(version, '-V, --version', 'muestra la versión')
    .addHelpText('after', FIRST_STEPS)
  for (const [heading, rows] of TABLE) {
    program.commandsGroup(heading)
    for (const row of rows) program.addCommand(typeof row === 'function' ? row(io) : group(io, row))
  }
  return program
}

function group(io: Io, [name, summary, leaves]: Group): Command {
  const made = command(io, name, summary).usage('<comando> [opciones]')
  for (const leaf of leaves) made.addCommand(leaf(io))
  return made
}

const FIRST_STEPS = `
Para conocerlo:  sello demo
Para emitir de verdad, en este orden:
  sello company create       la empresa
  sello company password     su contraseña de la API de Hacienda
  sello company responsible  quién responde por sus eventos de contingencia
  sello certificate import   su certificado
  sello pos add              un punto de venta
  sello storage connect      dónde se guardan los documentos
  sello key mint             la llave de su programa
  sello start                el servicio
Para llamar a un servicio que ya está en marcha:
  sello profile set          su dirección y sus llaves
  sello issue factura.json   emite un documento`
