/** `sello verify` on the demonstration's documents and printed copies, and on foreign ones. */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { type Demo, startDemo } from '../../../client/test/demo.ts'
import { damaged, mutatedFile } from '../../../client/test/mutated-files.ts'
import { key, pemOf } from '../../../client/test/signed-files.ts'
import { SEED } from '../../../fiscal/test/seed.ts'
import { createDice } from '../../../service/test/crash/dice.ts'
import { nodeArgs } from '../../../service/test/programs.ts'
import { run } from '../../test/cli.ts'
import { type DocumentFile, documentFiles } from './files.ts'

let demo: Demo
let folder: string
before(async () => {
  demo = await startDemo()
  folder = join(demo.folder, 'documentos')
  const items = (n: number) => [{ descripcion: `Café ${n}`, cantidad: 1, precioUni: 5 + n }]
  await mkdir(folder)
  const client = demo.client()
  for (let n = 0; n < 3; n += 1) {
    const issued = await client.issue({ tipoDte: '01', items: items(n) })
    assert.ok(issued.estado === 'sellado')
    await writeFile(join(folder, `${n}.json`), issued.archivoDte)
    await writeFile(join(folder, `${n}.pdf`), Buffer.from(issued.representacionGrafica, 'base64'))
  }
  const { certificados } = await client.certificates(demo.nit)
  await writeFile(
    join(demo.folder, 'llave.pem'),
    certificados.map((one) => one.publicKeyPem).join(''),
  )
})
after(() => demo.stop())

const sello = (...args: readonly string[]) => run(['verify', ...args], { cwd: demo.folder })

test('a folder verifies with the key in a file, and with the service’s certificates', async () => {
  const byKey = await sello('documentos', '--key', 'llave.pem')
  const byUrl = await sello('documentos', '--url', demo.baseUrl, '--json')

  assert.equal(byKey.code, 0, byKey.stdout + byKey.stderr)
  assert.match(byKey.stdout, /^(bueno {2}\S+\.json y su PDF\n){3}3 buenos, 0 con problemas\.\n$/)
  assert.equal(JSON.parse(byUrl.stdout).buenos, 3)
})

test('another document’s printed copy, a truncated one and a changed seal are detected', async () => {
  const copy = join(demo.folder, 'malos')
  await mkdir(copy)
  for (const file of await readdir(folder)) await copyFile(join(folder, file), join(copy, file))
  await rename(join(copy, '1.pdf'), join(copy, '0.pdf'))
  const whole = await readFile(join(folder, '1.pdf'))
  await writeFile(join(copy, '1.pdf'), whole.subarray(0, whole.length - 400))
  const text = await readFile(join(copy, '2.json'), 'utf8')
  const seal = /"selloRecibido":"(\w+)"/.exec(text)?.[1] ?? ''
  await writeFile(
    join(copy, '2.json'),
    text.replace(
      seal,
      seal.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A')),
    ),
  )
  const ended = await sello('malos', '--key', 'llave.pem', '--json')
  const { archivos } = JSON.parse(ended.stdout)
  const codes = (n: number) =>
    archivos
      .find(({ file }: { file: string }) => file.endsWith(`${n}.json`))
      .findings.map(({ code }: { code: string }) => code)

  assert.equal(ended.code, 1)
  assert.ok(codes(0).includes('printed_copy') && codes(0).includes('qr'), String(codes(0)))
  assert.deepEqual(codes(1), ['printed_copy'])
  assert.deepEqual(codes(2), ['printed_copy'], 'the seal that is printed is another')
})

test('a missing key source, a wrong key file and missing files are reported', async () => {
  const none = await sello('documentos')
  const wrong = await sello('documentos', '--key', 'documentos/0.json')
  const lost = await sello('nada.json', '--key', 'llave.pem')

  assert.equal(none.code, 2)
  assert.match(none.stderr, /--key/)
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /ninguna llave pública/)
  assert.equal(lost.code, 3)
  assert.match(lost.stderr, /nada\.json: no existe/)
})

const FILES = Number(process.env.SELLO_VERIFY_FILES ?? 200)

test(`${FILES} mutated files, a pipe and broken links end with 1, each in its line`, {
  timeout: 10 * 60_000,
}, async () => {
  const dice = createDice(SEED)
  const odd = join(demo.folder, 'raros')
  await mkdir(join(odd, 'carpeta.json'), { recursive: true })
  await symlink('nada.json', join(odd, 'roto.json'))
  await symlink('giro.json', join(odd, 'giro.json'))
  execFileSync('mkfifo', [join(odd, 'tubo.json')])
  await writeFile(join(odd, 'vacio.json'), '')
  await copyFile(join(folder, '0.json'), join(odd, 'bueno.json'))
  await writeFile(join(odd, 'bueno.pdf'), '%PDF-1.7\n<<>>stream\n%%EOF\n')
  const good = await readFile(join(folder, '0.json'), 'utf8')
  const pages = await readFile(join(folder, '0.pdf'), 'latin1')
  for (let n = 0; n < FILES; n += 1) {
    const hasPdf = n % 10 === 0 // then the document is good, and its printed copy damaged
    await writeFile(join(odd, `m${n}.json`), hasPdf ? good : mutatedFile(dice))
    if (hasPdf) await writeFile(join(odd, `m${n}.pdf`), damaged(dice, pages), 'latin1')
  }
  const keys = (await readFile(join(demo.folder, 'llave.pem'), 'utf8')) + pemOf(key.publicKey)
  await writeFile(join(demo.folder, 'otra.pem'), keys)

  const ended = await sello('raros', '--key', 'otra.pem', '--json')

  assert.equal(ended.code, 1, ended.stderr.slice(0, 2_000))
  const { buenos, malos, archivos } = JSON.parse(ended.stdout)
  assert.equal(buenos + malos, FILES + 5)
  const said = (name: string) =>
    archivos
      .find(({ file }: { file: string }) => file.endsWith(name))
      .findings.map(({ message }: { message: string }) => message)
      .join(' ')
  assert.match(said('tubo.json'), /no es un archivo/)
  assert.match(said('roto.json'), /no existe/)
  assert.match(said('giro.json'), /enlace/)
})

test('a reader that is slower than the command gets everything, and one that leaves ends nothing', async () => {
  const many = join(demo.folder, 'muchos')
  await mkdir(many)
  for (let n = 0; n < 1_000; n += 1) await writeFile(join(many, `${n}.json`), '{}')
  await writeFile(join(demo.folder, 'otra.pem'), pemOf(key.publicKey))
  const args = [...nodeArgs('packages/cli/src/main.ts'), 'verify', many, '--key', 'otra.pem']
  const into = async (reader: string) => {
    const script = `{ "$0" "$@"; echo "ends with $?" >&2; } | ${reader}`
    const given = ['-c', script, process.execPath, ...args, '--json']
    const options = { cwd: demo.folder, maxBuffer: 2 ** 26 }
    return promisify(execFile)('sh', given, options)
  }

  const slow = await into('{ sleep 3; cat; }')
  const gone = await into('head -c 1')

  assert.equal(JSON.parse(slow.stdout).malos, 1_000)
  for (const { stderr } of [slow, gone]) assert.match(stderr, /^ends with 1\n$/m)
})

test('a folder that cannot be listed is a finding that says why, and the others are verified', async () => {
  const listed: DocumentFile[] = []
  const path = join(demo.folder, 'cerrada')
  await mkdir(join(path, 'sin-permiso'), { recursive: true })
  await copyFile(join(folder, '0.json'), join(path, 'bueno.json'))
  const isRoot = process.getuid?.() === 0
  await chmod(join(path, 'sin-permiso'), 0o000)
  if (isRoot) process.seteuid?.(65534)
  try {
    for await (const file of documentFiles([path])) listed.push(file)
  } finally {
    if (isRoot) process.seteuid?.(0)
    await chmod(join(path, 'sin-permiso'), 0o700)
  }
  assert.deepEqual(
    listed.map(({ json, problem }) => [json.slice(path.length + 1), problem?.slice(0, 14)]).sort(),
    [
      ['bueno.json', undefined],
      ['sin-permiso', 'no hay permiso'],
    ],
  )
})
