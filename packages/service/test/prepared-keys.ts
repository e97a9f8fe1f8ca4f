/**
 * RSA keys of companies. Generating one takes a third of a second, so each is made once per test run, and every
 * test's n-th company uses the n-th.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDER_VARIABLE } from './folder.ts'

export function preparedKey(n: number): KeyObject {
  const folder = process.env[FOLDER_VARIABLE]
  if (folder === undefined) return newKey()
  const file = join(folder, `company-${n}.pem`)
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, newKey().export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    renameSync(draft, file) // if two processes made one the last stays; both keys are valid
  }
  return createPrivateKey(readFileSync(file))
}

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}
