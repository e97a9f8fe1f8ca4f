/** What an operator is told of a database that does not let the service in; the server is a socket of this test. */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:net'
import { after, before, test } from 'node:test'
import { createFolder, type Folder, run } from '../test/cli.ts'

let folder: Folder
let server: Server
let code = ''
before(async () => {
  folder = await createFolder()
  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (asked) => {
      const isTls = asked.length === 8 && asked.readUInt32BE(4) === 80877103
      socket.write(isTls ? 'N' : refusalOf(code))
      if (!isTls) socket.end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
after(async () => {
  server.close()
  await folder.remove()
})

/** An ErrorResponse of PostgreSQL's protocol, version 3. */
function refusalOf(sqlstate: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlstate}\0Mrefused by the server\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeUInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

// biome-ignore format: a table
const REASONS: readonly (readonly [sqlstate: string, says: string])[] = [
  ['28P01', 'no acepta ese usuario o esa contraseña.'],
  ['28000', 'no acepta ese usuario desde esta máquina. Revise pg_hba.conf.'],
  ['3D000', 'no existe en ese servidor. Créela y repita.'],
  ['42501', 'no deja crear tablas a ese usuario. Déle permiso sobre el esquema public.'],
  ['57P01', 'se reinicia o dejó de responder. Lo que ya se guardó, queda; revise que el servidor esté arriba y repita.'],
  ['XX000', 'no se pudo abrir: refused by the server'],
]

for (const [sqlstate, says] of REASONS) {
  test(`a database that answers ${sqlstate} is told with what to do, and without its password`, async () => {
    code = sqlstate
    const { port } = server.address() as { port: number }
    const DATABASE_URL = `postgres://u:Secreta-1@127.0.0.1:${port}/x`
    const ended = await run(['migrate'], {
      env: { DATABASE_URL, SELLO_DATABASE_WAIT_MS: '0' },
      cwd: folder.path,
    })

    assert.equal(ended.stderr.trim(), `sello: La base de datos de DATABASE_URL ${says}`)
    assert.deepEqual([ended.code, ended.stdout], [3, ''])
  })
}
