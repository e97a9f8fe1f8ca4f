/** A program whose service is away: it tells what its archive has pending, and has nothing more to do. */
import { Sello } from '../src/index.ts'
import { ownArchive } from '../src/node/index.ts'

const { unlockKey, folder, ...options } = JSON.parse(process.env.SELLO_CHILD ?? '{}')
const archive = ownArchive({ unlockKey, folder })
const fetch = () => Promise.reject(new TypeError('fetch failed'))
const sello = new Sello({ ...options, archive, fetch, maxRetries: 0 })
await sello
  .issue({ tipoDte: '01', items: [{ descripcion: 'Café', cantidad: 1, precioUni: 1 }] })
  .catch(() => {})
console.log((await archive.flush()).pending)
