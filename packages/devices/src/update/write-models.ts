import type { Model } from '../model.ts'

/** The text of `built/models.ts`: a model a line, so that a diff of it reads well. */
export function writeModels(models: readonly Model[]): string {
  return [
    '// biome-ignore-all format: a model a line. Built by `pnpm devices:update`, from the files in curated/ and two packages.',
    "import type { Model } from '../model.ts'",
    '',
    '/** Every model, ordered by slug. */',
    'export const models: readonly Model[] = [',
    ...models.map(model => `  ${JSON.stringify(model)},`),
    ']',
    '',
  ].join('\n')
}
