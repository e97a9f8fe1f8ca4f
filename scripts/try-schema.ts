import { schema } from './check/schema.ts'
console.log(await schema.run())
