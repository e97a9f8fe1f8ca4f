/** Jobs that tests of other packages run when they need them. */
export { copyDue } from '../src/jobs/copy.ts'
export { watchOutages } from '../src/jobs/outages.ts'
