/**
 * `npm run bench`: what a sealed document costs (costs.ts), what attacks cost the others (attacks/), what several
 * processes cost (processes/), what a cluster costs (cluster.ts), or what telling a receiver costs (webhooks.ts).
 */
const [command, ...args] = process.argv.slice(2)
if (command === 'attacks') {
  const { measureAttacks } = await import('./attacks/measure-attacks.ts')
  process.exitCode = await measureAttacks(args)
} else if (command === 'processes') {
  const { measureProcesses } = await import('./processes/cpu.ts')
  await measureProcesses(args)
} else if (command === 'restarts') {
  const { measureRestarts } = await import('./processes/restarts.ts')
  process.exitCode = await measureRestarts(args)
} else if (command === 'cluster') {
  const { measureCluster } = await import('./cluster.ts')
  process.exitCode = await measureCluster(args)
} else if (command === 'webhooks') {
  const { measureWebhooks } = await import('./webhooks.ts')
  await measureWebhooks(args)
} else {
  await import('./costs.ts')
}

export {}
