/** The page of the contract's named types. The errors have a page of their own. */
import { OPENAPI } from '../openapi.ts'
import { type Page, table } from '../page.ts'
import { MEMBERS_HEAD, memberRows } from './schema-words.ts'

export function typesPage(): Page {
  const types = Object.entries(OPENAPI.components.schemas).filter(
    ([name]) => !name.startsWith('error_'),
  )
  const sections = types.map(([name, schema]) =>
    [`## ${name}`, schema.description ?? '', table(MEMBERS_HEAD, memberRows(schema))].join('\n\n'),
  )
  return { path: '/referencia/tipos', text: [HEAD, ...sections, ''].join('\n\n') }
}

const HEAD = `# Tipos de la interfaz

Los objetos que las rutas reciben y responden, impresos del contrato. Los montos son números con punto decimal; un miembro que aquí no está se rechaza, nunca se ignora.`
