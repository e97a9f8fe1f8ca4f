/** For the tests of packages that read printed copies and do not depend on this one. */
export { createPrinter, qrOf } from '../src/index.ts'
