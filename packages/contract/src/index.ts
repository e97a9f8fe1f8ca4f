/** The wire as data. The public face of the package. */
export * from './answers.ts'
export * from './dte-request.ts'
export * from './dte-request-of.ts'
export * from './mh-codes.ts'
export * from './refusals.ts'
export * from './words.ts'
