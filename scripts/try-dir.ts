import { directions } from './check/directions.ts'
console.log((await directions.run()).join('\n'))
