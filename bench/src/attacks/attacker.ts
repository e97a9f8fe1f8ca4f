/** Starts the attacker's process and reads what it reports at its end. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '../process.ts'
import type { AttackerReport, Plan } from './plan.ts'

export interface Attacker {
  /** Ends the attack at once, its unanswered calls with it. */
  stop(): Promise<AttackerReport>
}

export async function startAttacker(plan: Plan): Promise<Attacker> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-attack-'))
  const [planFile, reportFile] = [join(folder, 'plan.json'), join(folder, 'report.json')]
  await writeFile(planFile, JSON.stringify(plan))
  const child = await startChild('attacker', [planFile, reportFile])
  return {
    async stop() {
      await child.stop()
      const report = await readFile(reportFile, 'utf8')
      await rm(folder, { recursive: true, force: true })
      return JSON.parse(report)
    },
  }
}
