#!/usr/bin/env node
// The sources are TypeScript: registers the loader, then runs the command.
import { register } from 'tsx/esm/api'

register()
await import('../src/main.ts')
