/** A caller that a test kills: it issues the sales of its command line and notes each answered one. */
import { appendFile, readFile } from 'node:fs/promises'
import { Sello } from '../src/index.ts'
import { fileKeyStore } from '../src/node/index.ts'
import { randomSale } from './random-sale.ts'

const [baseUrl = '', apiKey = '', signKey = '', folder = '', count = '0'] = process.argv.slice(2)
const notes = `${folder}/answered.txt`
const answered = new Set((await readFile(notes, 'utf8').catch(() => '')).split('\n'))
const sello = new Sello({
  ...{ baseUrl, apiKey, signKey },
  keyStore: fileKeyStore(`${folder}/keys.jsonl`),
  retry: { delaysMs: Array.from({ length: 20 }, () => 20) },
})
const waiting = Array.from({ length: Number(count) }, (_, n) => `K-${n}`).filter(
  (referencia) => !answered.has(referencia),
)
await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await sello.issue(randomSale(next))
      await appendFile(notes, `${next}\n`)
    }
  }),
)
process.stdout.write('done\n')
