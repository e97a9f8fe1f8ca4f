/** What a command says of a line that asks too little, too much or the impossible, before it asks anybody anything. */
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { startScripted } from '../../test/scripted-service.ts'
import { EXIT } from '../exit.ts'

let service: Awaited<ReturnType<typeof startScripted>>
before(async () => {
  service = await startScripted()
  const { folder } = service
  await writeFile(folder.in('lista.json'), '[]')
  await writeFile(folder.in('mal.json'), '{"a":1,}')
  await writeFile(folder.in('nadie.json'), '{"receptores":[]}')
  await writeFile(
    folder.in('numero.json'),
    '{"nit":null,"nrc":"1","nombre":1,"direccion":{"complemento":{},"distrito":"1"}}',
  )
  await writeFile(folder.in('vacia'), '\n')
  await writeFile(folder.in('ya.csv'), 'suyo')
  await writeFile(folder.in('ya.crt'), 'suyo')
  await writeFile(folder.in('clave'), 'clave')
  await mkdir(folder.in('dia'))
  await writeFile(folder.in('dia/1.jsonl'), '{"recording":"sello","version":1}\n')
})
after(() => service.stop())

const OF = ['--nit', '06140101900019']
const KEY = [...OF, '--key-id', 'k']
const MAIL = ['company', 'mail', ...OF, '--sender', 'a@example.com', '--smtp']
const CERTIFICATE = [
  'simulator',
  'certificate',
  ...OF,
  '--full-name',
  'A',
  '--password-file',
  'clave',
]
const AUTHORIZE = ['company', 'authorize', ...OF, '--resolution']
const START = ['--url', 'http://127.0.0.1:1', '--api-key-file']
const SMTP = '--smtp: es una dirección como smtp://usuario@correo.example.com:587, sin contraseña.'
const GOALS = '--goals: tipos o eventos y cantidades hasta 1000, como 01=90,03=75,retorno=5.'
const CAMPAIGN = '--campaign: de 1 a 20 letras minúsculas y números.'
const FORWARD = '--forward-to: es una dirección, como http://localhost:3000/hook.'
const SIMULATOR = '--simulator: es una dirección http o https, como http://127.0.0.1:4700.'
const PLACE = 'Diga dónde: --folder, --s3 o --provider con --bucket; uno de los tres.'
const S3 = ['archive', 'connect', '--s3', 'https://s3.example.com/dte']

// biome-ignore format: a table
const USAGE: readonly (readonly [args: readonly string[], says: string])[] = [
  [['status', ...START, 'vacia'],                                    '--api-key-file: la llave está vacía.'],
  [['company', 'create', '--file', 'mal.json'],                      '--file: no es un objeto JSON.'],
  [['company', 'create', '--file', 'lista.json'],                    '--file: no es un objeto JSON.'],
  [['company', 'create', '--file', 'nadie.json'],                    '--file: no se conoce receptores. Quítelo.'],
  [['company', 'create', '--file', 'numero.json'],                   '--file: nombre, complemento debe ser un texto.'],
  [['customers', 'create', 'lista.json'],                            'lista.json: se espera un objeto JSON.'],
  [['issue', 'mal.json'],                                            'mal.json: no es JSON, en la letra 8. Revise comillas, comas y llaves.'],
  [['issue', 'vacia'],                                               'vacia: no es JSON. Revise comillas, comas y llaves.'],
  [['issue', 'lista.json', '--mail', 'a@example.com,,b@example.com'],'--mail: hay algo vacío entre las comas.'],
  [['deliver', 'C', '--mail', ','],                                  '--mail: hay algo vacío entre las comas.'],
  [['profile', 'set', '--url', 'http://uno.test', '--name', 'a b'],  'El nombre de un perfil lleva letras, números, puntos o guiones; hasta 50.'],
  [['profile', 'set', '--url', 'http://uno.test', '--name', 'a'.repeat(51)], 'El nombre de un perfil lleva letras, números, puntos o guiones; hasta 50.'],
  [['listen', '--forward-to', 'localhost:3000'],                     FORWARD],
  [['listen', '--forward-to', 'ftp://localhost/hook'],               FORWARD],
  [['listen', '--forward-to', 'hook'],                               FORWARD],
  [['archive', 'connect'],                                           PLACE],
  [['archive', 'connect', '--folder', 'a', '--s3', 'https://s3.example.com/a'], PLACE],
  [['archive', 'connect', '--folder', 'a', '--provider', 'aws'],     PLACE],
  [S3,                                                               'Un depósito va con --access-key-id.'],
  [[...S3, '--access-key-id', 'k'],                                  'Falta la llave secreta del depósito: use --secret-file RUTA (o -), o la variable SELLO_S3_SECRET.'],
  [['archive', 'connect', '--provider', 'aws'],                      '--provider va con --bucket.'],
  [['books', '2026-10', ...OF, '--out', 'a.csv'],                    '--out: va con --export, que dice cuál.'],
  [['books', '2026-10', ...OF, '--operation', '1'],                  '--operation: va con --export, que dice cuál.'],
  [['books', '2026-10', ...OF, '--income', '1'],                     '--income: va con --export, que dice cuál.'],
  [['books', '2026-10', ...OF, '--classification', '1'],             '--classification: va con --export, que dice cuál.'],
  [['books', '2026-10', ...OF, '--sector', '1'],                     '--sector: va con --export, que dice cuál.'],
  [['books', '2026-10', ...OF, '--cost-type', '1'],                  '--cost-type: va con --export, que dice cuál.'],
  [['books', '2026-10', ...OF, '--cost-type', '14'],                 '--cost-type: es un número entero de 0 a 13.'],
  [['certify', '--types', '01,99,x'],                                '--types: 99, x no es un tipo de documento.'],
  [['certify', '--goals', '01'],                                     GOALS],
  [['certify', '--goals', '01=1001'],                                GOALS],
  [['certify', '--goals', '01=1,01=2'],                              GOALS],
  [['certify', '--goals', '02=1'],                                   GOALS],
  [['certify', '--goals', 'x01=1'],                                  GOALS],
  [['certify', '--goals', '01=1x'],                                  GOALS],
  [['certify', '--campaign', 'A'],                                   CAMPAIGN],
  [['certify', '--campaign', ''],                                    CAMPAIGN],
  [['certify', '--campaign', 'a'.repeat(21)],                        CAMPAIGN],
  [['certify', '--pause', '601'],                                    '--pause: segundos, de 0 a 600.'],
  [['certify', '--pause', '-0.1'],                                   '--pause: segundos, de 0 a 600.'],
  [['certify', '--pause', 'x'],                                      '--pause: segundos, de 0 a 600.'],
  [[...AUTHORIZE, ' ab '],                                           '--resolution lleva de 3 a 100 caracteres.'],
  [[...AUTHORIZE, 'a'.repeat(101)],                                  '--resolution lleva de 3 a 100 caracteres.'],
  [[...AUTHORIZE, 'abc', '--resolution-detail', 'a'.repeat(301)],    '--resolution-detail lleva de 3 a 300 caracteres.'],
  [['company', 'brand', ...OF],                                      'Diga qué cambia: --logo, --no-logo, --color o --no-color.'],
  [['company', 'mail', ...OF, '--smtp', 'smtp://a.example.com'],     '--smtp va con --sender.'],
  [[...MAIL, 'smtp://a.example.com', '--dkim-selector', 's'],        '--dkim-key-file y --dkim-selector van juntas.'],
  [[...MAIL, 'smtp://a.example.com', '--dkim-key-file', 'clave'],    '--dkim-key-file y --dkim-selector van juntas.'],
  [[...MAIL, 'correo.example.com'],                                  SMTP],
  [[...MAIL, 'http://correo.example.com'],                           SMTP],
  [[...MAIL, 'smtpx://correo.example.com'],                          SMTP],
  [[...MAIL, 'xsmtp://correo.example.com'],                          SMTP],
  [[...MAIL, 'smtp://'],                                             SMTP],
  [[...MAIL, 'smtp://u:Secreta-1@correo.example.com'],               SMTP],
  [[...MAIL, 'smtp://u@correo.example.com'],                         'Falta la contraseña del servidor de correo: use --password-file RUTA (o -), o la variable SELLO_SMTP_PASSWORD.'],
  [['key', 'limit', ...KEY],                                         'Falta qué cambiar: --limit-hour, --limit-day, --limit-status, --amount-max, --ip o --any-ip.'],
  [['key', 'limit', ...KEY, '--any-ip', '--ip', '::1'],              '--any-ip y --ip se excluyen: deje una de las dos.'],
  [[...CERTIFICATE, '--file', 'n.crt', '--simulator', '127.0.0.1:4700'], SIMULATOR],
  [[...CERTIFICATE, '--file', 'n.crt', '--simulator', 'xhttp://127.0.0.1'], SIMULATOR],
  [[...CERTIFICATE, '--file', 'n.crt', '--simulator', 'http://127.0.0.1/?a'], SIMULATOR],
  [['start', '--processes', '0'],                                    '--processes: es un número entero de 1 a 64.'],
  [['start', '--processes', '65'],                                   '--processes: es un número entero de 0 a 64.'],
  [['storage', 'connect', ...OF],                                    'Diga dónde: --managed CARPETA o --s3 DIRECCIÓN, una de las dos.'],
  [['storage', 'connect', ...OF, '--s3', 'https://s3.example.com/a'],'--s3 va con --access-key-id.'],
  [['storage', 'connect', ...OF, '--s3', 'https://s3.example.com/a', '--access-key-id', 'k'], 'Falta la llave secreta del depósito: use --secret-file RUTA (o -), o la variable SELLO_S3_SECRET.'],
  [['template', '01', '--out', 'a.ods'],                             '--out: termina en .xlsx o .csv.'],
  [['webhooks', 'update', 'w', '--on', '--off'],                     '--on y --off: es uno de los dos.'],
  [['webhooks', 'deliveries', 'w', '--limit', '0'],                  '--limit: es un número entero desde 1.'],
  [['webhooks', 'deliveries', 'w', '--limit', '1000000'],            '--limit: es un número entero desde 1.'],
  [['webhooks', 'deliveries', 'w', '--limit', 'x1'],                 '--limit: es un número entero desde 1.'],
  [['list', '--limit', '1000000000'],                                '--limit: es un número entero de 0 a 999999999.'],
  [['file', 'C', '--paper-width-mm', '121'],                         '--paper-width-mm: es un número entero de 0 a 120.'],
  [['issue', '--from', 'a.csv', '--concurrency', '65'],              '--concurrency: es un número entero de 0 a 64.'],
  [['issue', '--from', 'a.csv', '--accept', 'todo'],                 '--accept: todo no vale. Valen: hojas, ocultas, iguales.'],
  [['reconcile', '--margin', '1000001'],                             '--margin: es un número entero de 0 a 1000000.'],
  [['simulator', '--latency', '60001'],                              '--latency: es un número entero de 0 a 60000.'],
  [['simulator', '--lot', '86400001'],                               '--lot: es un número entero de 0 a 86400000.'],
  [['simulator', '--token-life', '2592000001'],                      '--token-life: es un número entero de 0 a 2592000000.'],
  [['simulator', 'replay', 'dia', '--url', 'http://127.0.0.1:1', '--schemas', 'y'], '--schemas es de un simulador nuevo: no va con --url.'],
  [['simulator', 'replay', 'dia', '--url', '127.0.0.1:4700'],        '--url: es una dirección http o https, como http://127.0.0.1:4700.'],
  [['simulator', 'replay', 'dia', '--url', 'xhttp://127.0.0.1:4700'],'--url: es una dirección http o https, como http://127.0.0.1:4700.'],
  [['simulator', 'replay', 'dia', '--url', 'http://127.0.0.1/#a'],   '--url: es una dirección http o https, como http://127.0.0.1:4700.'],
]

// biome-ignore format: a table
const REFUSED: readonly (readonly [args: readonly string[], says: string])[] = [
  [[...CERTIFICATE, '--file', 'ya.crt'],   '--file: ya.crt: ya existe, y no se reemplaza.'],
  [[...CERTIFICATE, '--file', 'no/a.crt'], '--file: no/a.crt: no existe.'],
  [['profile', 'remove', '--name', 'otro'],'No hay un perfil otro.'],
  [['template', '01', '--out', 'ya.csv'],  'ya.csv ya existe y no se toca. Diga otro nombre con --out.'],
]

const ALL = [
  ...USAGE.map(([args, says]) => ({ args, says, code: EXIT.usage })),
  ...REFUSED.map(([args, says]) => ({ args, says, code: EXIT.refused })),
]
for (const { args, says, code } of ALL) {
  test(`sello ${args.join(' ')}`, async () => {
    const ended = await service.sello(args, { body: {} })

    const [first = '', ...rest] = ended.stderr.split('\n')
    assert.equal(first, `sello: ${says}`)
    assert.deepEqual([ended.code, ended.text, ended.asked, rest], [code, '', [], []])
  })
}

test('the largest value of each limit is taken', async () => {
  // Values are read from left to right; the line ends at an option that no command has.
  // biome-ignore format: a table
  const largest = [
    ['books', '2026-10', ...OF, '--cost-type', '13'],
    ['start', '--processes', '64'],
    ['list', '--limit', '999999999'],
    ['file', 'C', '--paper-width-mm', '120'],
    ['issue', '--from', 'a.csv', '--concurrency', '64'],
    ['reconcile', '--margin', '1000000'],
    ['simulator', '--latency', '60000'],
    ['simulator', '--lot', '86400000'],
    ['simulator', '--token-life', '2592000000'],
    ['certify', '--goals', '01=1000,15=0,retorno=5'],
  ]
  for (const args of largest) {
    const { stderr, code } = await service.sello([...args, '--nada'], { body: {} })
    assert.match(stderr, /^sello: No existe la opción --nada\./, args.join(' '))
    assert.equal(code, EXIT.usage)
  }
})
