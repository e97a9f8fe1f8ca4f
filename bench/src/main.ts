/** `npm run bench`: what a sealed document costs (costs.ts), or what attacks cost the others (attacks/). */
const [command, ...args] = process.argv.slice(2)
if (command === 'attacks') {
  const { measureAttacks } = await import('./attacks/measure-attacks.ts')
  process.exitCode = await measureAttacks(args)
} else {
  await import('./costs.ts')
}

export {}
