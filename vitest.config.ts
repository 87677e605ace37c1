import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begins with the file that takes longest and mostly waits for installations, so that others run beside it. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlowest = ({ moduleId }: TestSpecification) => moduleId.endsWith('/first-minutes.test.ts')
    return [...sorted.filter(isSlowest), ...sorted.filter(file => !isSlowest(file))]
  }
}

/** Every package's tests, for one run of all. */
export default defineConfig({
  test: {
    projects: ['apps/*', 'packages/*', 'prisma', 'lab/{attacks,chaos,scale}', 'scripts'],
    sequence: { sequencer: SlowestFirst },
  },
})
