/** A JSON object from a file or from standard input. */
import { usage } from '../exit.ts'
import type { Io } from '../io.ts'
import { readGiven } from '../secret-input.ts'

/** Refuses (usage) anything but a JSON object, with the position of the error. */
export async function readJsonFile(io: Io, file: string): Promise<object> {
  const text = (await readGiven(io, '<archivo>', file)).toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const [, position] = /position (\d+)/.exec(String(error)) ?? []
    const where = position === undefined ? '' : `, en la letra ${Number(position) + 1}`
    usage(`${file}: no es JSON${where}. Revise comillas, comas y llaves.`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  usage(`${file}: se espera un objeto JSON.`)
}
