import { missingPackages } from '@second-ring/scale/programs'
import { Failure } from '../bootstrap/failure.mjs'
import type { Progress } from '../bootstrap/progress.mjs'
import { installWithApt } from './apt.ts'

/**
 * The programs that run beside the product on more than one machine: those that are there, the others installed now.
 * @throws Failure when there is no way
 */
export function programsStep(progress: Progress): Promise<void> {
  return progress.step('Redis, PgBouncer, nginx, Swift', async step => {
    const missing = missingPackages()
    if (missing.length > 0) await installWithApt(missing)
    const still = missingPackages()
    if (still.length > 0)
      throw new Failure(
        `These are not there, and could not be installed: ${still.join(', ')}. Install them, and try again.`,
      )
    step.detail(missing.length > 0 ? `installed ${missing.join(', ')}` : 'all there')
  })
}
