/** The site's contents in their order. `npm run check` finds a page without a line, and a line without a page. */
import { GROUPS, pathOfGroup } from './reference/groups.ts'

export interface Section {
  readonly title: string
  readonly pages: readonly (readonly [path: string, title: string])[]
}

export const SPANISH: readonly Section[] = [
  {
    title: 'Empezar',
    pages: [
      ['/', 'Qué es Sello'],
      ['/empezar', 'Primera factura en dos minutos'],
    ],
  },
  {
    title: 'Guías',
    pages: [
      ['/guias/caja', 'Conectar una caja'],
      ['/guias/tienda', 'Una tienda en línea'],
      ['/guias/php', 'Desde PHP'],
      ['/guias/python', 'Desde Python'],
      ['/guias/erp', 'Un ERP'],
      ['/guias/webhooks', 'Webhooks y correo al comprador'],
      ['/guias/agentes', 'Un asistente que prepara ventas'],
      ['/guias/personas', 'Las personas y sus roles'],
      ['/guias/contingencia', 'Contingencia sin miedo'],
      ['/guias/notas-y-devoluciones', 'Notas, anulaciones y devoluciones'],
      ['/guias/copia-impresa', 'La copia impresa'],
      ['/guias/simulador', 'Probar contra el simulador'],
      ['/guias/certificar', 'Certificarse ante Hacienda'],
      ['/guias/produccion', 'Pasar a producción'],
    ],
  },
  {
    title: 'Operar',
    pages: [
      ['/operar/instalar', 'Instalar y poner TLS'],
      ['/operar/respaldos', 'Respaldos y restauración'],
      ['/operar/actualizar', 'Actualizar sin parar'],
      ['/operar/procesos', 'Varios procesos y máquinas'],
      ['/operar/pgbouncer', 'Detrás de PgBouncer'],
      ['/operar/vigilar', 'Métricas, alertas y tablero'],
      ['/operar/rendimiento', 'Rendimiento'],
      ['/operar/confiabilidad', 'Confiabilidad'],
    ],
  },
  {
    title: 'Referencia',
    pages: [
      ['/referencia/protocolo', 'El protocolo'],
      ...GROUPS.map((group) => [pathOfGroup(group), group] as const),
      ['/referencia/tipos', 'Tipos'],
      ['/referencia/errores', 'Errores'],
      ['/referencia/ajustes', 'Ajustes'],
      ['/referencia/comandos', 'Comandos'],
      ['/referencia/glosario', 'Glosario'],
    ],
  },
]

export const ENGLISH: readonly Section[] = [
  { title: 'Start', pages: [['/en/quickstart', 'First invoice in two minutes']] },
  {
    title: 'Documents of the repository',
    pages: [
      ['/en/docs/features', 'What it does'],
      ['/en/docs/architecture', 'How it works'],
      ['/en/docs/wire', 'The wire'],
      ['/en/docs/webhooks', 'Webhooks'],
      ['/en/docs/document-types', 'Document types'],
      ['/en/docs/errors', 'Errors'],
      ['/en/docs/configuration', 'Configuration'],
      ['/en/docs/operations', 'Operations'],
      ['/en/docs/cli', 'The command line'],
      ['/en/docs/commands', 'Commands'],
      ['/en/docs/rehearsal', 'Rehearsal'],
      ['/en/docs/simulator', 'The simulator'],
      ['/en/docs/client', 'The TypeScript client'],
      ['/en/docs/console-api', "The console's API"],
      ['/en/docs/performance', 'Performance'],
      ['/en/docs/reliability', 'Reliability'],
      ['/en/docs/scale', 'How large'],
      ['/en/docs/operations-citus', 'Operating a cluster'],
      ['/en/docs/sources', 'Sources'],
      ['/en/docs/glossary', 'Glossary'],
      ['/en/docs/dependencies', 'Dependencies'],
    ],
  },
]
