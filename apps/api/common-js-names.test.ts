import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { expect, it, onTestFinished } from 'vitest'
import { isCommonJs, withNames } from './common-js-names.ts'

it('gives a CommonJS package that is loaded on demand the names that it has without a bundle', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'second-ring-bundle-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, 'agent.cjs'), 'exports.name = "agent"')
  await writeFile(path.join(folder, 'own.mjs'), 'export const name = "own"')
  const entry = 'export default [await import("./agent.cjs"), await import("./own.mjs")]'
  await writeFile(path.join(folder, 'entry.mjs'), entry)
  const out = path.join(folder, 'out')
  await build({
    absWorkingDir: folder,
    entryPoints: ['entry.mjs'],
    outdir: out,
    bundle: true,
    splitting: true,
    format: 'esm',
    minifyWhitespace: true,
    outExtension: { '.js': '.mjs' },
  })
  const names = await readdir(out)
  const files = await Promise.all(
    names.map(async name => ({ name, text: await readFile(path.join(out, name), 'utf8') })),
  )
  const commonJs = files.filter(({ text }) => isCommonJs(text)).map(({ name }) => name)
  expect(commonJs).toHaveLength(1)
  for (const { name, text } of files) await writeFile(path.join(out, name), withNames(text, commonJs))
  const { default: loaded } = await import(pathToFileURL(path.join(out, 'entry.mjs')).href)
  expect(loaded).toMatchObject([{ name: 'agent', default: { name: 'agent' } }, { name: 'own' }])
})
