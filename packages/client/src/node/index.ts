/** What needs files: for Node.js, Deno and Bun. */
export { fileKeyStore } from './file-key-store.ts'
export { readPdf } from './read-pdf.ts'
