/** Writes the security events of this process to the audit log. */
import type { Deps } from '../../flows/context.ts'

/** Over the console's connections: what people and strangers cause there takes none of those that issue. */
export const recordSecurityEvents = (
  { security, consolePool }: Deps,
  which: 'due' | 'all' = 'due',
): Promise<void> => security.record(consolePool, which)
