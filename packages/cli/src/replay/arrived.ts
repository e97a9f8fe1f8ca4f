/** Whether a sending without an answer arrived, by what the ministry said of it afterwards. */
import { sealOf } from './compare.ts'
import { type Paper, papersOf, queriedCode } from './mentions.ts'
import { type Exchange, membersOf } from './read.ts'

const ALREADY_EXISTS = '004'

/** Only the first answer about its code counts: a later one may be about another sending of the same bytes. */
export function hadArrived({ codigoGeneracion }: Paper, later: readonly Exchange[]): boolean {
  for (const exchange of later) {
    const said = exchange.answer && membersOf(exchange.answer.json)
    if (!said) continue
    if (queriedCode(exchange) === codigoGeneracion && exchange.request?.tdte !== undefined) {
      return sealOf(said) !== null
    }
    if (papersOf(exchange).some((one) => one.codigoGeneracion === codigoGeneracion)) {
      return said.codigoMsg === ALREADY_EXISTS
    }
  }
  return false
}
