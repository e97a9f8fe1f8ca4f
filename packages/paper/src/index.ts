export type { PlainDocumento, Printable } from './documento.ts'
export { createPrinter, type Printer } from './printer.ts'
