#!/usr/bin/env node
// The sources are TypeScript and run as they are: the loader first, then the command.
import { register } from 'tsx/esm/api'

register()
await import('../src/main.ts')
