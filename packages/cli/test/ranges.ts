/** Ranges of versions, as npm compares them. The library has no types of its own. */
import { createRequire } from 'node:module'

interface Semver {
  satisfies(version: string, range: string): boolean
  /** Whether every version of the one range is in the other. */
  subset(one: string, of: string): boolean
}

const require = createRequire(import.meta.url)
export const semver: Semver = require('semver')
