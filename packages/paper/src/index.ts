export type { PlainDocumento, Printable, Seal } from './documento.ts'
export { type BegunLetter, createPrinter, type Printer } from './printer.ts'
