import { makers } from '../curated/makers.ts'
import type { CuratedMaker, Model } from '../model.ts'
import { buildModels } from './build-models.ts'
import { compareModels } from './compare-models.ts'
import { readSources, type SourceName } from './read-sources.ts'
import { writeModels } from './write-models.ts'

type Update = {
  committed: { models: readonly Model[]; text: string }
  curated?: readonly CuratedMaker[]
  sources?: readonly SourceName[]
}

/**
 * Builds the catalogue again. Returns the text of its file, whether that differs from the committed one, and the lines
 * that say what changes.
 */
export function updateModels({ committed, curated = makers, sources = readSources() }: Update) {
  const { models, disputed } = buildModels(curated, sources)
  const text = writeModels(models)
  const isChanged = text !== committed.text
  const identifiers = models.flatMap(model => model.identifiers).length
  return {
    text,
    isChanged,
    lines: [
      ...compareModels(committed.models, models),
      `${models.length} models, ${identifiers} identifiers; ${disputed.length} identifiers that the sources give to two models are left out`,
    ],
  }
}
