export type { PlainDocumento, Printable, Seal } from './documento.ts'
export { createPrinter, type FinishLetter, type Printer } from './printer.ts'
