import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import { usage } from '../exit.ts'
import type { Io } from '../io.ts'
import { localTime } from '../local-time.ts'
import { readGiven } from '../secret-input.ts'
import { dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly logo?: string | false
  readonly color?: string | false
  readonly dataDir?: string
}

export function companyBrand(io: Io): Command {
  const made = command(io, 'brand', 'pone el logotipo y el color de las copias impresas')
    .addOption(nit())
    .option('--logo <ruta>', 'PNG, JPEG o SVG, de hasta 256 KB; - es la entrada estándar')
    .option('--no-logo', 'sin logotipo')
    .option('--color <#rrggbb>', 'el color de títulos y bandas')
    .option('--no-color', 'el color de siempre')
    .addOption(dataDir('.sello'))
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const { nit } = options
    const given = (name: string) => made.getOptionValueSource(name) === 'cli'
    if (!given('logo') && !given('color')) {
      usage('Diga qué cambia: --logo, --no-logo, --color o --no-color.')
    }
    const logo = options.logo ? await readGiven(io, '--logo', options.logo) : null
    const accent = options.color || null
    const brand = {
      ...(given('logo') ? { logo } : {}),
      ...(given('color') ? { accent } : {}),
    }
    const { nombre, since } = await administer(io, options, (admin, api) =>
      api.setBrand(admin, nit, brand),
    )
    const text = `Las copias de ${nombre} se ven así en los documentos generados desde ${localTime(since)}; los anteriores quedan como están.`
    return { json: { nit, since }, text }
  })
}

const NOTE = `
Un color que no se lee sobre blanco se imprime más oscuro. Del SVG se aceptan formas con relleno:
convierta antes los textos y los trazos en contornos.`
