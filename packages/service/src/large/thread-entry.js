// A thread does not have its parent's loader, and the sources are TypeScript: the loader first.
import { register } from 'tsx/esm/api'

register()
await import('./work-thread.ts')
