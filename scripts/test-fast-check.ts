/**
 * The tests' bundles get this as `fast-check`: the same, with the run's seed. A failure prints it with its path.
 */
import fc from 'fast-check'
import { SEED_NUMBER } from '../packages/fiscal/test/seed.ts'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED_NUMBER })

export * from 'fast-check'
export { default } from 'fast-check'
