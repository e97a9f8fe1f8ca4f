/** Whether a number was issued: which file says so, and how often the ministry is asked. */
import assert from 'node:assert/strict'
import { cp, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { createWorld } from '../../../test/world.ts'
import { decryptDataKey } from '../../base/secrets/secrets.ts'
import { companyOf } from '../admin/admin.ts'
import { listStorage } from '../admin/storage.ts'
import { copyDue } from '../keeping/copy.ts'
import { pathOfNumber } from '../keeping/paths.ts'
import { search } from './search.ts'

test('a file counts under its own number, and in the months of its series’ year', async (t) => {
  const world = await createWorld()
  t.after(() => world.close())
  const { admin, deps, company } = world
  const { numeroControl, codigoGeneracion, fecEmi } = (await world.issue()).body
  await copyDue(deps)
  const { companyId, dataKey: encrypted } = await companyOf(admin, company.nit)
  const dataKey = decryptDataKey(deps.secrets, companyId, encrypted)
  const [place] = await listStorage(admin, company.nit)
  const [month, year] = [fecEmi.slice(0, 7), Number(fecEmi.slice(0, 4))]
  const [lastYear, other] = [`${year - 1}-12`, numeroControl.replace(/.$/, '9')]
  const fileOf = (number: string, of: string) =>
    join(place?.location ?? '', pathOfNumber({ ambiente: '00', numeroControl: number }, of))
  for (const copy of [fileOf(numeroControl, lastYear), fileOf(other, month)]) {
    await mkdir(dirname(copy), { recursive: true })
    await cp(fileOf(numeroControl, month), copy)
  }
  let asked = 0
  const ask: typeof deps.mh.ask = (filing) => {
    asked += 1
    return deps.mh.ask(filing)
  }
  const reader = { companyId, ambiente: '00', nit: company.nit, dataKey } as const
  const find = async (number: string, months: readonly string[], turns = 0) => {
    const candidate = { ambiente: '00', tipoDte: '01', year, numeroControl: number } as const
    const where = { reader, publicKeys: [company.publicKeyPem], months, turns }
    const found = await search({ ...deps, mh: { ...deps.mh, ask } }, candidate, where)
    return found && [found.kind, found.kind === 'file' ? found.lost.codigoGeneracion : null]
  }

  assert.deepEqual(await find(numeroControl, [lastYear, month]), ['file', codigoGeneracion])
  assert.equal(await find(numeroControl, [lastYear]), null)
  assert.equal(await find(other, [month]), null)
  assert.equal(asked, 0, 'without a turn there is no code to ask about')
  assert.equal(await find(other, [month], 1), null)
  assert.equal(asked, 1)
})
