/** A program that a test kills: it keeps keys in a file that it shares, and prints each one that was written. */
import { fileKeyStore } from '../src/node/index.ts'

const [path = '', name = '', staleLinesMax = '0'] = process.argv.slice(2)
const store = fileKeyStore(path, () => 0, Number(staleLinesMax))
for (let n = 0; ; n += 1) {
  const operation = `${name}-${n}`
  const entry = { idempotencyKey: `k-${operation}`, bodyHash: 'h', createdAt: 0 }
  await store.write(operation, { ...entry, state: 'open' })
  await new Promise((resolve) => process.stdout.write(`${operation}\n`, resolve))
  await store.write(operation, { ...entry, state: 'done' })
}
