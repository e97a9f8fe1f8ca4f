/** The entry of the bundle with the mutants (mutants.ts). */
export { play } from './history.ts'
export { createMachine, type Machine } from './machine.ts'
