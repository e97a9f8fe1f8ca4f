/** Modules that need files: for Node.js, Deno and Bun. */
export {
  type Connecting,
  connectDestination,
  type Destination,
  type DestinationOwner,
  endOwnDestination,
  openDestinations,
  verifyDestination,
} from './archive/destinations.ts'
export { type OwnArchiveOptions, ownArchive } from './archive/own-archive.ts'
export { type Store, StoreFailed } from './archive/store.ts'
export { fileKeyStore } from './file-key-store.ts'
export { nodeFetch } from './node-fetch.ts'
export { readPdf } from './read-pdf.ts'
