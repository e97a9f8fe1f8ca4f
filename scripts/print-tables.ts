/** Regenerates the texts from tables of the code: the last part of `npm run check -- --update`. */
import { printAgain } from './check/printed.ts'

await printAgain()
