import { SourceMap } from 'node:module'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { thinMappings } from './thin-mappings.ts'

const sources = ['request-id', 'request-log', 'observe-requests'].map(name => `./src/http/${name}.ts`)

it('leads every place of a bundle to the line that the whole map leads it to, with a fraction of the entries', async () => {
  const { outputFiles } = await build({
    stdin: { contents: sources.map(path => `export * from '${path}'`).join('\n'), resolveDir: import.meta.dirname },
    outfile: 'bundle.js',
    bundle: true,
    write: false,
    external: ['fastify', 'node:*'],
    format: 'esm',
    sourcemap: 'external',
    minifyWhitespace: true,
    lineLimit: 200,
  })
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''
  const map = JSON.parse(textOf('.map'))
  const thin = thinMappings(map.mappings)
  const [before, after] = [new SourceMap(map), new SourceMap({ ...map, mappings: thin })]
  const lines = textOf('bundle.js').split('\n')
  let places = 0
  for (const [line, text] of lines.entries()) {
    for (let column = 0; column < text.length; column += 1) {
      const [whole, found] = [before.findEntry(line, column), after.findEntry(line, column)]
      if (!('originalLine' in whole)) continue
      places += 1
      expect(found).toMatchObject({ originalSource: whole.originalSource, originalLine: whole.originalLine })
    }
  }
  expect(places).toBeGreaterThan(1000)
  expect(thin.split(/[,;]/).length).toBeLessThan(map.mappings.split(/[,;]/).length / 3)
})
