/** The entry of the bundle with the mutants (mutants.ts). */

export { createMachine, type Machine } from './machine.ts'
export { play } from './play.ts'
