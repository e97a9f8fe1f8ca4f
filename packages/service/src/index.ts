/** Running the service inside another program: the command line, the demonstration, the benchmarks. */
export { type Config, type Environment, readConfig } from './base/config.ts'
export { processesFor } from './entrypoints/processes/count.ts'
export type { ProcessEnded } from './entrypoints/processes/member.ts'
export { serve } from './entrypoints/processes/serving.ts'
export { openDatabase, type Service, startService, startWorker } from './main.ts'
export { startTogether, type Together } from './primary.ts'
