/** The status's warnings about sales with a late seal, and the documents that each names. */
import type { Company, World } from '../world.ts'

interface Flag {
  readonly message: string
  readonly codes: readonly string[]
}

const CODE = /[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/g

export async function flagsOf(world: World, company: Company): Promise<readonly Flag[]> {
  const headers = { 'x-service-key': company.key.apiKey }
  const ask = () => world.inject({ method: 'GET', url: '/v1/status', headers })
  const first = await ask()
  const { body } = first.status === 200 ? first : await ask() // the first may hit the scripted death
  const late = body.advertencias.filter((one: { codigo: string }) => one.codigo === 'sellado_tarde')
  return late.map(({ mensaje }: { mensaje: string }) => ({
    message: mensaje,
    codes: mensaje.match(CODE) ?? [],
  }))
}
