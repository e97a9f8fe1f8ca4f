/** A caller with an archive that a test kills: until then it makes sales without a referencia. */
import { Sello } from '../src/index.ts'
import { ownArchive } from '../src/node/index.ts'

/** A limit in case nobody kills it. */
const SALES_MAX = 2_000

const { unlockKey, folder, ...options } = JSON.parse(process.env.SELLO_CHILD ?? '{}')
const sello = new Sello({ ...options, archive: ownArchive({ unlockKey, folder }) })
await Promise.all(
  Array.from({ length: 4 }, async (_, n) => {
    for (let sale = 0; sale < SALES_MAX / 4; sale += 1) {
      await sello.issue({
        tipoDte: '01',
        items: [{ descripcion: `Artículo ${n}`, cantidad: 1, precioUni: 1.13 }],
      })
    }
  }),
)
