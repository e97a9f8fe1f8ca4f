/** Jobs that tests of other packages run when they need them. */

export { watchOutages } from '../src/entrypoints/jobs/outages.ts'
export { copyDue } from '../src/flows/keeping/copy.ts'
