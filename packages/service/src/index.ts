/** Running the service inside another program: the command line, the demonstration, the benchmarks. */
export { type Config, type Environment, readConfig } from './base/config.ts'
export { openDatabase, type Service, startService, startWorker } from './main.ts'
