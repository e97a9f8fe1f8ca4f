/** The documents that a rejected liquidation (08) listed, read again for its correction: an own one goes by its code. */
import type { Query } from './from-documento.ts'
import type { Linea } from './lineas/linea.ts'
import { conSuDocumento, RETORNO } from './lineas/liquidacion.ts'
import { isElectronico } from './lineas/listado.ts'
import { object } from './mas-datos.ts'

/** Each may be large. */
const AT_ONCE = 6

/** `ask` returns null for a document that is not the company's. */
export async function liquidadasDe(
  lineas: readonly Linea[],
  ask: (code: string) => Promise<Query | null>,
): Promise<readonly Linea[]> {
  const read: Linea[] = []
  for (let at = 0; at < lineas.length; at += AT_ONCE) {
    const some = lineas.slice(at, at + AT_ONCE)
    read.push(...(await Promise.all(some.map((linea) => withOwn(linea, ask)))))
  }
  return read
}

async function withOwn(linea: Linea, ask: (code: string) => Promise<Query | null>) {
  const isOurs = linea.liquidado !== null && linea.tipo !== RETORNO && isElectronico(linea)
  const found = isOurs ? await ask(linea.numero) : null
  return found ? conSuDocumento(linea, object(found.documento)) : linea
}
