export type { Invalidado, PlainDocumento, Printable, Seal } from './documento.ts'
export type { PlainEvento, PrintableEvento } from './evento.ts'
export { type BegunLetter, createPrinter, type Printer } from './printer.ts'
